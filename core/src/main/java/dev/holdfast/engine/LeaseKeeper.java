package dev.holdfast.engine;

import dev.holdfast.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps this node's lease. One heartbeat speaks for all runs the node holds. A node that was given
 * up does not come back: it drops its runs and goes on under a new identity.
 */
final class LeaseKeeper {

  private static final Logger log = LoggerFactory.getLogger(LeaseKeeper.class);

  private final Store store;
  private final Clock clock;
  private final Duration lease;
  private final Supplier<String> identities;
  private final Consumer<String> onLost;
  private volatile String node;
  private volatile boolean closed;
  private final AtomicLong beats = new AtomicLong();
  private Clock.@Nullable Alarm alarm;

  /**
   * @param identities a new node id at every call
   * @param onLost drops everything that was held under the old identity, which it is told
   */
  LeaseKeeper(
      Store store,
      Clock clock,
      Duration lease,
      Supplier<String> identities,
      Consumer<String> onLost) {
    this.store = store;
    this.clock = clock;
    this.lease = lease;
    this.identities = identities;
    this.onLost = onLost;
    this.node = identities.get();
  }

  /** The node's present identity. */
  String node() {
    return node;
  }

  long beats() {
    return beats.get();
  }

  /** Registers the node; fails when the store cannot take it. */
  void start() {
    var begun = clock.now();
    if (!store.heartbeat(node, lease)) {
      throw new IllegalStateException("the store refuses the new node " + node);
    }
    beats.incrementAndGet();
    next(begun.plus(lease.dividedBy(3)));
  }

  void close() {
    closed = true;
    if (alarm != null) {
      alarm.cancel();
    }
  }

  /** Whoever comes next need not wait for the lease to run out. */
  void giveUp() {
    try {
      store.leave(node);
    } catch (RuntimeException e) {
      log.warn("Could not give up the lease, it will run out by itself: {}", e.toString());
    }
  }

  private void next(Instant when) {
    if (!closed) {
      alarm =
          clock.at(
              when,
              // Alarms must be short, and the store may be slow.
              () -> Thread.ofVirtual().name("holdfast-heartbeat").start(this::beat));
    }
  }

  private void beat() {
    if (closed) {
      return;
    }
    // The lease counts from when the store heard of it, which can be long before it answers.
    var begun = clock.now();
    try {
      if (!store.heartbeat(node, lease)) {
        var old = node;
        var next = identities.get();
        // Known to the store before it claims anything, or its runs could be taken for lost.
        store.heartbeat(next, lease);
        node = next;
        log.warn("Node {} was given up and goes on as {}", old, next);
        onLost.accept(old);
      }
      beats.incrementAndGet();
      next(begun.plus(lease.dividedBy(3)));
    } catch (RuntimeException | Error e) {
      log.warn("Heartbeat failed, trying again soon: {}", e.toString());
      next(clock.now().plus(lease.dividedBy(15)));
    }
  }
}
