package dev.holdfast.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.store.Append;
import dev.holdfast.store.Claim;
import dev.holdfast.store.Header;
import dev.holdfast.store.HeaderChange;
import dev.holdfast.store.HeaderState;
import dev.holdfast.store.RunPhase;
import dev.holdfast.store.RunStatus;
import dev.holdfast.store.memory.MemoryStore;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class HeaderFoldTest {

  private static final Instant T0 = EventSamples.AT;
  private static final Instant T1 = T0.plusSeconds(1);
  private static final Instant T2 = T0.plusSeconds(2);
  private static final Instant LATER = T0.plusSeconds(3_600);

  @Provide
  Arbitrary<List<Event>> histories() {
    return Histories.any();
  }

  @Test
  void a_new_run_is_pending_and_due_when_it_was_accepted_or_later() {
    assertThat(created(null))
        .isEqualTo(
            new HeaderState(RunStatus.PENDING, T0, null, 1, null, null, null, null, null, T0));
    assertThat(created(LATER).runAt()).isEqualTo(LATER);
  }

  @Test
  void the_fixed_columns_come_from_the_creation() {
    var e = (Event.RunCreated) EventSamples.full(Event.RunCreated.class);
    var id = new UUID(1, 2);

    assertThat(HeaderFold.create(id, e))
        .isEqualTo(
            new Header(
                id,
                e.workflow(),
                "{\"input\":[1.10, null]}",
                e.key(),
                e.priority(),
                e.maxAttempts(),
                e.parentRun(),
                e.parentStep(),
                e.workflowId(),
                e.orderId(),
                e.namespace(),
                e.at(),
                new HeaderState(
                    RunStatus.PENDING, e.runAt(), null, 1, null, null, null, null, null, e.at())));
  }

  @Test
  void a_claim_leases_the_run() {
    assertThat(after(created(null), claimed("a", T1)))
        .isEqualTo(new HeaderState(RunStatus.LEASED, T0, "a", 1, null, null, null, T1, null, T1));
  }

  @Test
  void only_a_claim_after_a_lost_lease_counts_an_attempt() {
    var leased = after(created(null), claimed("a", T1));

    assertThat(after(leased, claimed("b", T2)).attempt()).isEqualTo(2);
    assertThat(after(leased, claimed("b", T2), claimed("c", T2)).attempt()).isEqualTo(3);
    assertThat(after(leased, parked(T2), claimed("b", T2)).attempt()).isEqualTo(1);
    assertThat(after(leased, claimed("b", T2)).startedAt()).isEqualTo(T1);
  }

  @Test
  void a_parked_run_waits_for_its_time_or_for_somebody() {
    var leased = after(created(null), claimed("a", T1));

    var timed = after(leased, parked(LATER));
    assertThat(timed.status()).isEqualTo(RunStatus.PENDING);
    assertThat(timed.runAt()).isEqualTo(LATER);
    assertThat(timed.leasedBy()).isNull();
    assertThat(timed.waitingFor()).isEqualTo("something");
    assertThat(after(leased, parked(null)).runAt()).isNull();
  }

  @Test
  void a_message_wakes_a_parked_run() {
    for (var wakeAt : new @Nullable Instant[] {null, LATER}) {
      for (var message : List.of(signal(), input(), cancel())) {
        var woken = after(created(null), claimed("a", T1), parked(wakeAt), message);
        assertThat(woken.runAt()).as("%s", message).isEqualTo(message.at());
        assertThat(woken.status()).isEqualTo(RunStatus.PENDING);
      }
    }
  }

  @Test
  void a_message_does_not_start_a_run_before_its_time_but_a_cancellation_does() {
    var scheduled = created(LATER);

    assertThat(after(scheduled, signal())).isSameAs(scheduled);
    assertThat(after(scheduled, input())).isSameAs(scheduled);
    assertThat(after(scheduled, cancel()).runAt()).isEqualTo(T2);
  }

  @Test
  void a_message_to_a_run_that_is_due_or_held_leaves_the_header() {
    var due = created(null);
    var held = after(due, claimed("a", T1));
    var dueAgain = after(held, parked(T1));
    for (var state : List.of(due, held, dueAgain)) {
      for (var message : List.of(signal(), input(), cancel())) {
        assertThat(after(state, message)).isSameAs(state);
      }
    }
  }

  @Test
  void only_a_person_wakes_a_paused_run() {
    var paused = after(created(null), claimed("a", T1), new Event.RunPaused(T1, "diverged", null));

    assertThat(HeaderFold.isPaused(paused)).isTrue();
    assertThat(paused.runAt()).isNull();
    assertThat(after(paused, signal())).isSameAs(paused);
    assertThat(after(paused, input())).isSameAs(paused);
    assertThat(after(paused, cancel()).runAt()).isEqualTo(T2);
    assertThat(HeaderFold.isPaused(after(paused, cancel()))).isFalse();
    var resumed = after(paused, new Event.RunResumed(T2, "accept"));
    assertThat(resumed.runAt()).isEqualTo(T2);
    assertThat(HeaderFold.isPaused(resumed)).isFalse();
  }

  @Test
  void a_failed_step_shows_its_error_in_one_line() {
    var held = after(created(null), claimed("a", T1));
    var failure = new Failure("java.io.IOException", "disk full\nsecond line", "trace");

    var failing = after(held, new Event.StepFailed(T2, "s", 1, failure, null));

    assertThat(failing.lastError()).isEqualTo("IOException: disk full");
    assertThat(failing.status()).isEqualTo(RunStatus.LEASED);
    assertThat(failing.leasedBy()).isEqualTo("a");
  }

  @Test
  void an_end_gives_back_the_lease_and_keeps_the_outcome() {
    var held = after(created(null), claimed("a", T1));
    var failure = new Failure("X", "m", null);

    var completed = after(held, new Event.RunCompleted(T2, new Json("[1.10]"), 5));
    assertThat(completed.status()).isEqualTo(RunStatus.SUCCEEDED);
    assertThat(completed.result()).isEqualTo("[1.10]");
    var failed = after(held, new Event.RunFailed(T2, failure, null, false));
    assertThat(failed.status()).isEqualTo(RunStatus.FAILED);
    assertThat(failed.lastError()).isEqualTo("X: m");
    var cancelled = after(held, new Event.RunCancelled(T2, "asked"));
    assertThat(cancelled.status()).isEqualTo(RunStatus.CANCELLED);
    assertThat(cancelled.lastError()).isEqualTo("asked");
    for (var ended : List.of(completed, failed, cancelled)) {
      assertThat(ended.leasedBy()).isNull();
      assertThat(ended.finishedAt()).isEqualTo(T2);
      assertThat(ended.startedAt()).isEqualTo(T1);
    }
  }

  @Test
  void no_text_that_a_database_refuses_reaches_a_column() {
    var odd = "a\u0000b\ud83d!";
    var held = after(created(null), claimed("a", T1));
    var failure = new Failure("X", odd, null);

    assertThat(after(held, new Event.RunParked(T2, null, odd)).waitingFor())
        .isEqualTo("a\ufffdb\ufffd!");
    assertThat(after(held, new Event.RunPaused(T2, odd, null)).waitingFor())
        .isEqualTo("paused: a\ufffdb\ufffd!");
    assertThat(after(held, new Event.RunCancelled(T2, odd)).lastError())
        .isEqualTo("a\ufffdb\ufffd!");
    assertThat(after(held, new Event.RunFailed(T2, failure, null, false)).lastError())
        .isEqualTo("X: a\ufffdb\ufffd!");
    assertThat(after(held, new Event.StepFailed(T2, "s", 1, failure, null)).lastError())
        .isEqualTo("X: a\ufffdb\ufffd!");
  }

  @Test
  void a_long_message_is_cut_between_characters() {
    var error = new IllegalStateException("x".repeat(7_999) + "😀");

    assertThat(Failure.of(error).message()).isEqualTo("x".repeat(7_999) + "…");
  }

  @Test
  void events_that_say_nothing_of_the_header_return_the_same_object() {
    var held = after(created(null), claimed("a", T1));
    var touching =
        Set.of(
            Event.RunClaimed.class,
            Event.RunParked.class,
            Event.RunPaused.class,
            Event.RunResumed.class,
            Event.StepFailed.class,
            Event.RunCompleted.class,
            Event.RunFailed.class,
            Event.RunCancelled.class);
    for (var kind : EventSamples.kinds()) {
      var next = after(held, EventSamples.full(kind));
      if (touching.contains(kind)) {
        assertThat(next).as("%s", kind).isNotEqualTo(held);
      } else {
        assertThat(next).as("%s", kind).isSameAs(held);
      }
    }
  }

  @Test
  void a_run_that_tries_steps_again_says_so_until_they_are_done() {
    var at = Instant.parse("2026-01-02T03:04:05Z");
    var error = new Failure("Late", "not now", null);
    var held = held();

    var one = after(held, new Event.StepFailed(at, "a", 1, error, at.plusSeconds(1)));
    var two = after(one, new Event.StepFailed(at, "b", 1, error, at.plusSeconds(1)));
    var again = after(two, new Event.StepStarted(at, "a", 2, null));
    var left = after(again, new Event.StepCompleted(at, "a", 2, Json.NULL, 1));
    var none = after(left, new Event.StepFailed(at, "b", 2, error, null));

    assertThat(RunPhase.of(held)).isEqualTo(RunPhase.RUNNING);
    assertThat(one.waitingFor()).isEqualTo("another attempt at a");
    assertThat(again.waitingFor()).isEqualTo("another attempt at a, another attempt at b");
    assertThat(left.waitingFor()).isEqualTo("another attempt at b");
    assertThat(RunPhase.of(left)).isEqualTo(RunPhase.RETRYING);
    assertThat(none.waitingFor()).isNull();
    assertThat(after(none, new Event.StepCompleted(at, "c", 1, Json.NULL, 1))).isSameAs(none);
  }

  @Test
  void a_step_that_begins_again_after_a_crash_is_no_retry() {
    var at = Instant.parse("2026-01-02T03:04:05Z");
    var begun = after(held(), new Event.StepStarted(at, "a", 1, null));

    var again =
        after(begun, new Event.RunClaimed(at, "next"), new Event.StepStarted(at, "a", 2, null));

    assertThat(RunPhase.of(again)).isEqualTo(RunPhase.RUNNING);
  }

  @Test
  void only_the_first_few_of_many_failing_steps_are_named() {
    var at = Instant.parse("2026-01-02T03:04:05Z");
    var state = held();
    for (int i = 0; i < 50; i++) {
      var error = new Failure("Late", "not now", null);
      state = after(state, new Event.StepFailed(at, "item-" + i, 1, error, at.plusSeconds(1)));
    }

    assertThat(state.waitingFor())
        .isEqualTo(
            "another attempt at item-0, another attempt at item-1, another attempt at item-2");
  }

  @Property(tries = 200)
  void a_header_is_always_in_order(@ForAll("histories") List<Event> log) {
    var state = RunState.fold(Histories.RUN, log).header().state();

    assertThat(state.status() == RunStatus.LEASED).isEqualTo(state.leasedBy() != null);
    assertThat(state.status().terminal()).isEqualTo(state.finishedAt() != null);
    assertThat(state.status().terminal() && state.waitingFor() != null).isFalse();
    if (state.status() == RunStatus.LEASED && state.waitingFor() != null) {
      assertThat(state.waitingFor()).startsWith(RunPhase.RETRY_OF);
    }
    assertThat(state.attempt()).isPositive();
    assertThat(state.updatedAt()).isBeforeOrEqualTo(log.getLast().at());
  }

  /** The store does in one statement what the fold makes of RunClaimed; they must not differ. */
  @Property(tries = 200)
  void a_claim_in_the_store_is_the_fold_of_its_event(@ForAll("histories") List<Event> log) {
    var header = RunState.fold(Histories.RUN, log).header();
    if (header.state().status().terminal()) {
      return;
    }
    var store = new MemoryStore(InstantSource.fixed(LATER));
    var append = new Append(header.id(), 1, 1, "[{}]", new HeaderChange.Insert(header), List.of());
    store.commit(List.of(append));
    var claimed = new Event.RunClaimed(LATER, "heir");

    var claim = new Claim("heir", Set.of(header.workflow()), header.id(), 1, LATER, "[{}]");

    assertThat(store.claim(claim).runs())
        .containsExactly(header.with(HeaderFold.next(header.state(), claimed)));
  }

  private static HeaderState created(@Nullable Instant runAt) {
    var created =
        new Event.RunCreated(
            T0, "w", null, null, 100, 3, runAt, null, null, null, null, "default", null, Map.of());
    return HeaderFold.create(new UUID(1, 2), created).state();
  }

  private static HeaderState after(HeaderState state, Event... events) {
    for (var event : events) {
      state = HeaderFold.next(state, event);
    }
    return state;
  }

  private static Event claimed(String node, Instant at) {
    return new Event.RunClaimed(at, node);
  }

  private static Event parked(@Nullable Instant wakeAt) {
    return new Event.RunParked(T1, wakeAt, "something");
  }

  private static Event signal() {
    return new Event.SignalReceived(T2, "go", Json.NULL, null);
  }

  private static Event input() {
    return new Event.TriggerInputReceived(T2, "t", "i", Json.NULL, null);
  }

  private static Event cancel() {
    return new Event.RunCancelRequested(T2, "asked");
  }

  private static HeaderState held() {
    return new HeaderState(RunStatus.LEASED, T0, "n", 1, null, null, null, T0, null, T0);
  }
}
