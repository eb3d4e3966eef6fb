package dev.holdfast.engine;

import dev.holdfast.HoldfastException;
import dev.holdfast.KeyTakenException;
import dev.holdfast.log.Event;
import dev.holdfast.log.EventCodec;
import dev.holdfast.log.RunState;
import dev.holdfast.store.Append;
import dev.holdfast.store.DeadLetters.Decided;
import dev.holdfast.store.DeadLetters.Decision;
import dev.holdfast.store.Header;
import dev.holdfast.store.HeaderChange;
import dev.holdfast.store.Outcome;
import dev.holdfast.store.RunStatus;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Takes in new runs, and makes new runs out of old ones. */
final class Intake {

  private final LiveRuns.Shared shared;
  private final Engine.World world;
  private final LiveRuns runs;
  private final Function<String, Optional<Header>> byKey;
  private final Consumer<Instant> due;

  /**
   * @param due told when a run that was taken in is due, unless it has begun here already
   */
  Intake(
      LiveRuns.Shared shared,
      Engine.World world,
      LiveRuns runs,
      Function<String, Optional<Header>> byKey,
      Consumer<Instant> due) {
    this.shared = shared;
    this.world = world;
    this.runs = runs;
    this.byKey = byKey;
    this.due = due;
  }

  /** Accepts a run; with a program, it begins here at once, in a place that is taken already. */
  Executed accept(NewRun request, @Nullable Program program, Manner manner) {
    var id = world.ids().get();
    var now = world.clock().now();
    List<Event> events = new ArrayList<>(2);
    events.add(request.created(now));
    if (program != null) {
      events.add(new Event.RunClaimed(now, shared.node().get()));
    }
    var state = RunState.fold(id, events);
    var place = program == null ? null : runs.hold(id);
    boolean accepted = false;
    try {
      accepted = shared.journal().append(first(state, events)) == Outcome.COMMITTED;
    } finally {
      if (!accepted && place != null) {
        runs.letGo(id, place);
      }
    }
    if (!accepted) {
      return new Executed(existing(request), null);
    }
    if (program != null && place != null) {
      return new Executed(id, runs.launch(state, program, manner, place));
    }
    due.accept(request.runAt() == null ? now : request.runAt());
    return new Executed(id, null);
  }

  /** Writes the run into the caller's transaction. */
  UUID enqueue(Connection connection, NewRun request) throws SQLException {
    var now = world.clock().now();
    var events = List.<Event>of(request.created(now));
    var state = RunState.fold(world.ids().get(), events);
    if (shared.store().write(connection, first(state, events)) != Outcome.COMMITTED) {
      return existing(request);
    }
    // Looked for at once: where there is no polling, the look waits for the transaction to end.
    due.accept(request.runAt() == null ? now : request.runAt());
    return state.header().id();
  }

  /** Takes a run that nobody is advancing; false when somebody has it, or it has ended. */
  boolean resume(UUID run, Program program, Function<UUID, Optional<Header>> headers) {
    runs.room().enter();
    var place = runs.hold(run);
    if (place == null) {
      runs.room().leave();
      return false;
    }
    var workflow = headers.apply(run).map(Header::workflow).map(Set::of).orElse(Set.of());
    shared
        .patience()
        .ask("claim run " + run, () -> shared.store().claim(runs.claimOf(workflow, run, 1)));
    // Not the claim's answer: a claim whose answer was lost has still been made.
    var header = headers.apply(run);
    if (header.isEmpty() || !shared.node().get().equals(header.get().state().leasedBy())) {
      runs.letGo(run, place);
      return false;
    }
    runs.begin(header.get(), program, Manner.KEPT, place);
    return true;
  }

  Optional<Header> newest(String key) {
    var found = byKey.apply(key);
    while (found.isPresent() && hasFailed(found.get().state().status())) {
      var header = found.get();
      var next = byKey.apply(Copies.nextKey(header.id(), header.key()));
      if (next.isEmpty()) {
        return found;
      }
      found = next;
    }
    return found;
  }

  UUID retry(UUID run) {
    var old = Logs.fold(shared.store(), shared.patience(), run);
    if (!hasFailed(old.header().state().status())) {
      throw new IllegalStateException(
          "run %s is %s; only what has failed or was cancelled is run again"
              .formatted(run, old.header().state().status().word()));
    }
    return again(old, Again.from(Set.of(), nextKey(old)));
  }

  UUID fork(UUID run) {
    var old = Logs.fold(shared.store(), shared.patience(), run);
    if (old.paused() == null || old.terminal()) {
      throw new IllegalStateException("run " + run + " is not paused, so there is no fork in it");
    }
    return again(old, Again.from(Asked.recordedSide(old.paused().detail()), nextKey(old)));
  }

  UUID again(RunState old, Again how) {
    var now = world.clock().now();
    var events = Copies.of(old, how, now);
    var id = world.ids().get();
    if (shared.journal().append(first(RunState.fold(id, events), events)) != Outcome.COMMITTED) {
      var taken = how.key() == null ? Optional.<Header>empty() : byKey.apply(how.key());
      var known = taken.orElseThrow(() -> busy(how.key(), old.header().orderId())).id();
      requeued(old, known, now);
      return known;
    }
    due.accept(now);
    requeued(old, id, now);
    return id;
  }

  /**
   * Whoever runs a failed run again has decided about it. Written after its successor: a crash in
   * between leaves a dead letter, and requeueing that finds the successor by its key.
   */
  private void requeued(RunState old, UUID next, Instant now) {
    if (old.header().state().status() == RunStatus.FAILED) {
      var run = old.header().id();
      var decided = new Decided(run, Decision.REQUEUED, next, null, now);
      shared
          .patience()
          .ask(
              "note that run " + run + " goes on",
              () -> shared.store().deadLetters().decide(List.of(decided)));
    }
  }

  private static String nextKey(RunState old) {
    return Copies.nextKey(old.header().id(), old.header().key());
  }

  private Append first(RunState state, List<Event> events) {
    EventCodec.Encoded encoded = shared.codec().encode(events);
    var insert = new HeaderChange.Insert(state.header());
    return new Append(
        state.header().id(), 1, events.size(), encoded.events(), insert, encoded.payloads());
  }

  private UUID existing(NewRun request) {
    var key = request.key();
    var found = key == null ? Optional.<Header>empty() : newest(key);
    if (key == null || found.isEmpty()) {
      throw busy(key, request.orderId());
    }
    var header = found.get();
    var input = request.input() == null ? null : request.input().text();
    if (!header.workflow().equals(request.workflow())
        || !Objects.equals(header.workflowId(), request.workflowId())) {
      throw new KeyTakenException(key, header.id(), "workflow");
    }
    if (!Objects.equals(header.input(), input)) {
      throw new KeyTakenException(key, header.id(), "input");
    }
    return header.id();
  }

  /** Not its key, so it is its order that somebody else has. */
  private RuntimeException busy(@Nullable String key, @Nullable String order) {
    if (order == null) {
      return new HoldfastException(
          "the key '%s' was given to a run in this same transaction, which is not committed yet;"
                  .formatted(key)
              + " keep what the first enqueue returned");
    }
    return new OrderBusyException(
        order,
        shared.patience().ask("look up " + order, () -> shared.store().orders().liveRun(order)));
  }

  private static boolean hasFailed(RunStatus status) {
    return status == RunStatus.FAILED || status == RunStatus.CANCELLED;
  }
}
