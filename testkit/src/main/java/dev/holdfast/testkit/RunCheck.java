package dev.holdfast.testkit;

import dev.holdfast.log.Event;
import dev.holdfast.log.EventCodec;
import dev.holdfast.log.LogCheck;
import dev.holdfast.log.RunState;
import dev.holdfast.store.Entry;
import dev.holdfast.store.Payload;
import dev.holdfast.store.RunStatus;
import dev.holdfast.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** What must be true of a run in any store at any moment, whatever has happened to its nodes. */
public final class RunCheck {

  private static final int PAGE = 1_000;

  private final Store store;
  private final UUID run;
  private final List<String> violations = new ArrayList<>();

  private RunCheck(Store store, UUID run) {
    this.store = store;
    this.run = run;
  }

  /** What is wrong with this run; empty when nothing is. */
  public static List<String> violations(Store store, UUID run) {
    var check = new RunCheck(store, run);
    check.all();
    return check.violations;
  }

  /** What is wrong with any run of the store. */
  public static List<String> violations(Store store) {
    List<String> found = new ArrayList<>();
    runs(store).forEach(run -> found.addAll(violations(store, run)));
    return found;
  }

  /** The ids of all runs that the store has a log of. */
  public static List<UUID> runs(Store store) {
    List<UUID> ids = new ArrayList<>();
    UUID before = null;
    while (true) {
      var page = store.runsInLog(before, PAGE);
      ids.addAll(page);
      if (page.size() < PAGE) {
        return ids;
      }
      before = page.getLast();
    }
  }

  /** The whole log of a run. */
  public static List<Event> events(Store store, UUID run) {
    List<Event> events = new ArrayList<>();
    for (var entry : entries(store, run)) {
      events.addAll(EventCodec.decode(entry, hash -> payload(store, hash)));
    }
    return events;
  }

  private static List<Entry> entries(Store store, UUID run) {
    List<Entry> entries = new ArrayList<>();
    long after = 0;
    while (true) {
      var page = store.read(run, after, PAGE);
      entries.addAll(page);
      if (page.size() < PAGE) {
        return entries;
      }
      after = page.getLast().seq();
    }
  }

  private static String payload(Store store, String hash) {
    return store
        .payload(hash)
        .map(Payload::data)
        .orElseThrow(() -> new IllegalStateException("the value " + hash + " is missing"));
  }

  private void all() {
    try {
      violations.addAll(LogCheck.gaps(entries(store, run)));
      var events = events(store, run);
      violations.addAll(LogCheck.violations(run, events));
      header(events);
    } catch (RuntimeException e) {
      violation("cannot be read: " + e.getMessage());
    }
  }

  private void header(List<Event> events) {
    var folded = RunState.fold(run, events).header();
    var stored = store.header(run);
    if (stored.isEmpty()) {
      violation("has a log and no header");
      return;
    }
    if (!stored.get().equals(folded)) {
      violation("header is %s and its log says %s".formatted(stored.get(), folded));
    }
    var state = stored.get().state();
    if ((state.status() == RunStatus.LEASED) != (state.leasedBy() != null)) {
      violation("%s and leased by %s".formatted(state.status(), state.leasedBy()));
    }
    if (state.status() == RunStatus.PENDING
        && state.runAt() == null
        && state.waitingFor() == null) {
      violation("waits for nothing");
    }
  }

  private void violation(String what) {
    violations.add("run " + run + ": " + what);
  }
}
