package dev.holdfast.testkit;

import dev.holdfast.log.Event;
import dev.holdfast.log.EventCodec;
import dev.holdfast.log.RunState;
import dev.holdfast.store.Entry;
import dev.holdfast.store.Payload;
import dev.holdfast.store.RunQuery;
import dev.holdfast.store.RunStatus;
import dev.holdfast.store.Store;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
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

  /** The ids of all runs that the store has a header of. */
  public static List<UUID> runs(Store store) {
    List<UUID> ids = new ArrayList<>();
    UUID before = null;
    while (true) {
      var page = store.find(RunQuery.all(PAGE).before(before));
      page.forEach(header -> ids.add(header.id()));
      if (page.size() < PAGE) {
        return ids;
      }
      before = page.getLast().id();
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
      gaps();
      var events = events(store, run);
      order(events);
      steps(events);
      header(events);
    } catch (RuntimeException e) {
      violation("cannot be read: " + e.getMessage());
    }
  }

  private void gaps() {
    long next = 1;
    for (var entry : entries(store, run)) {
      if (entry.seq() != next) {
        violation("entry %d stands where %d belongs".formatted(entry.seq(), next));
      }
      next = entry.lastSeq() + 1;
    }
  }

  private void order(List<Event> events) {
    for (int i = 0; i < events.size(); i++) {
      var event = events.get(i);
      if (event instanceof Event.RunCreated != (i == 0)) {
        violation("event %d is %s".formatted(i + 1, event));
      }
      if (terminal(event) && i < events.size() - 1) {
        violation("event %d ends the run, and %s follows".formatted(i + 1, events.get(i + 1)));
      }
    }
  }

  private void steps(List<Event> events) {
    Set<String> done = new HashSet<>();
    for (var event : events) {
      if (event instanceof Event.OfStep ofStep && done.contains(ofStep.step())) {
        violation("a step goes on after its completion: " + event);
      }
      if (event instanceof Event.StepCompleted completed) {
        done.add(completed.step());
      }
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

  private static boolean terminal(Event event) {
    return event instanceof Event.RunCompleted
        || event instanceof Event.RunFailed
        || event instanceof Event.RunCancelled;
  }

  private void violation(String what) {
    violations.add("run " + run + ": " + what);
  }
}
