package dev.holdfast.engine;

import dev.holdfast.store.Header;
import dev.holdfast.store.NodeLease;
import dev.holdfast.store.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;

/**
 * Writes headers anew from their logs, a page at a time, where they are missing or say something
 * else. Logs that cannot be read are left alone together with their headers, and reported.
 */
public final class Rebuild {

  private static final int PAGE = 500;
  private static final Duration LEASE = Duration.ofSeconds(30);
  private static final Duration LOOK_EVERY = Duration.ofMillis(250);
  private static final int LOOKS_MAX = 20;

  /**
   * What was done.
   *
   * @param runs how many logs were read
   * @param rewritten how many headers were missing or wrong
   * @param unreadable logs that could not be read
   */
  public record Report(long runs, long rewritten, List<Problem> unreadable) {}

  private final Store store;
  private final Verification.Listener listener;
  private final boolean write;
  private final List<Header> page = new ArrayList<>();
  private final List<Problem> unreadable = new ArrayList<>();
  private long runs;
  private long events;
  private long rewritten;

  private Rebuild(Store store, Verification.Listener listener, boolean write) {
    this.store = store;
    this.listener = listener;
    this.write = write;
  }

  /** Counts what would be rewritten; may be used while nodes are at work. */
  public static Report dryRun(Store store, Verification.Listener listener) {
    return new Rebuild(store, listener, false).run();
  }

  /**
   * Rewrites what is wrong. While a node is at work it would overwrite the present with the past,
   * so it joins as a node itself and refuses when it is not the only one.
   *
   * @param node a name that no node has had before
   * @throws IllegalStateException when another node is alive
   */
  public static Report of(Store store, String node, Verification.Listener listener) {
    if (!store.heartbeat(node, LEASE)) {
      throw new IllegalStateException("the store refuses the new node " + node);
    }
    try {
      refuseOthers(store, node);
      return new Rebuild(store, listener, true).run();
    } finally {
      store.leave(node);
    }
  }

  /** Not at once: a node that was killed a moment ago takes the store a few seconds to notice. */
  private static void refuseOthers(Store store, String node) {
    var others = others(store, node);
    for (int i = 0; i < LOOKS_MAX && !others.isEmpty(); i++) {
      LockSupport.parkNanos(LOOK_EVERY.toNanos());
      others = others(store, node);
    }
    if (!others.isEmpty()) {
      throw new IllegalStateException(
          ("these nodes are at work on the store: %s. Stop them first; one that was killed is"
                  + " forgotten when its lease is over.")
              .formatted(String.join(", ", others)));
    }
  }

  private static List<String> others(Store store, String node) {
    return store.nodes().stream()
        .filter(NodeLease::live)
        .map(NodeLease::node)
        .filter(other -> !other.equals(node))
        .toList();
  }

  private Report run() {
    var logs = new Verification.Walk<UUID>(before -> store.runsInLog(before, PAGE), run -> run);
    for (var run = logs.next(); run != null; run = logs.next()) {
      take(run);
      if (runs % PAGE == 0) {
        flush();
        listener.progress(runs, events);
      }
    }
    flush();
    listener.progress(runs, events);
    return new Report(runs, rewritten, List.copyOf(unreadable));
  }

  private void take(UUID run) {
    var log = LoggedRun.read(store, run);
    runs++;
    events += log.events().size();
    var logged = log.header();
    if (logged == null) {
      for (var problem : log.problems()) {
        listener.found(problem);
        if (unreadable.size() < Verification.PROBLEMS_KEPT) {
          unreadable.add(problem);
        }
      }
    } else if (store.header(run).filter(is -> HeaderCheck.equal(is, logged)).isEmpty()) {
      rewritten++;
      page.add(logged);
    }
  }

  private void flush() {
    if (write && !page.isEmpty()) {
      store.rewrite(List.copyOf(page));
    }
    page.clear();
  }
}
