package dev.holdfast.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.store.Header;
import dev.holdfast.store.RunStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RunStateTest {

  private static final Instant AT = EventSamples.AT;
  private static final Event CREATED = EventSamples.least(Event.RunCreated.class);

  @Provide
  Arbitrary<List<Event>> histories() {
    return Histories.any();
  }

  @Property(tries = 100)
  void it_does_not_matter_where_a_fold_stopped_and_went_on(@ForAll("histories") List<Event> log) {
    var whole = RunState.fold(Histories.RUN, log);
    for (int size = 1; size <= log.size(); size++) {
      var prefix = RunState.fold(Histories.RUN, log.subList(0, size));
      assertThat(prefix.with(log.subList(size, log.size()))).isEqualTo(whole);
    }
  }

  @Property(tries = 100)
  void going_on_does_not_change_the_state_before(@ForAll("histories") List<Event> log) {
    var half = log.subList(0, (log.size() + 1) / 2);
    var state = RunState.fold(Histories.RUN, half);

    state.with(log.subList(half.size(), log.size()));

    assertThat(state).isEqualTo(RunState.fold(Histories.RUN, half));
  }

  @Property(tries = 200)
  void the_header_is_the_fold_of_headers(@ForAll("histories") List<Event> log) {
    var header = HeaderFold.create(Histories.RUN, (Event.RunCreated) log.getFirst());
    for (var event : log.subList(1, log.size())) {
      header = header.with(HeaderFold.next(header.state(), event));
    }

    assertThat(RunState.fold(Histories.RUN, log).header()).isEqualTo(header);
  }

  @Property(tries = 200)
  void what_is_written_and_read_folds_to_the_same(@ForAll("histories") List<Event> log) {
    var text = new EventCodec(1_000).encode(log).events();

    var read = EventCodec.decode(text, hash -> "");

    assertThat(RunState.fold(Histories.RUN, read)).isEqualTo(RunState.fold(Histories.RUN, log));
  }

  @Property(tries = 200)
  void the_state_agrees_with_a_plain_count(@ForAll("histories") List<Event> log) {
    var state = RunState.fold(Histories.RUN, log);

    assertThat(state.terminal()).isEqualTo(log.stream().anyMatch(RunStateTest::ends));
    assertThat(state.cancelRequested())
        .isEqualTo(log.stream().anyMatch(Event.RunCancelRequested.class::isInstance));
    assertThat(state.outbox().size())
        .isEqualTo(count(log, Event.OutboxEnqueued.class) - count(log, Event.OutboxSent.class));
    assertThat(state.steps().values().stream().filter(StepState::done).count())
        .isEqualTo(count(log, Event.StepCompleted.class) + count(log, Event.StepSkipped.class));
    assertThat(state.steps().values().stream().mapToInt(StepState::failures).sum())
        .isEqualTo(count(log, Event.StepFailed.class));
    assertThat(state.steps().values().stream().map(StepState::number))
        .containsExactlyElementsOf(
            Stream.iterate(1, n -> n + 1).limit(state.steps().size()).toList());
    if (state.header().state().status() == RunStatus.LEASED) {
      assertThat(state.header().state().leasedBy())
          .isEqualTo(last(log, Event.RunClaimed.class).node());
    }
  }

  @Test
  void a_log_must_begin_with_its_creation() {
    assertThatThrownBy(() -> RunState.fold(Histories.RUN, List.of(claimed())))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("RunClaimed")
        .hasMessageContaining(Histories.RUN.toString());
    assertThatThrownBy(() -> RunState.fold(Histories.RUN, List.of()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("empty");
  }

  @Test
  void a_checkpoint_survives_a_new_attempt() {
    var state =
        fold(
            scheduled("s", 1),
            started("s", 1),
            new Event.StepCheckpointed(AT, "s", 1, new Json("10")),
            new Event.StepCheckpointed(AT, "s", 1, new Json("20")),
            failed("s", 1, AT.plusSeconds(1)),
            scheduled("s", 2),
            started("s", 2));

    assertThat(step(state, "s").checkpoint()).isEqualTo(new Json("20"));
    assertThat(step(state, "s").attempt()).isEqualTo(2);
    assertThat(step(state, "s").failures()).isEqualTo(1);
  }

  @Test
  void a_step_goes_through_its_phases() {
    assertThat(step(fold(scheduled("s", 1)), "s").status()).isEqualTo(StepState.Status.SCHEDULED);
    assertThat(step(fold(scheduled("s", 1), started("s", 1)), "s").status())
        .isEqualTo(StepState.Status.STARTED);
    var retry = step(fold(scheduled("s", 1), started("s", 1), failed("s", 1, AT)), "s");
    assertThat(retry.status()).isEqualTo(StepState.Status.RETRYING);
    assertThat(retry.retryAt()).isEqualTo(AT);
    var over = step(fold(scheduled("s", 1), started("s", 1), failed("s", 1, null)), "s");
    assertThat(over.status()).isEqualTo(StepState.Status.FAILED);
    assertThat(over.finishedAt()).isEqualTo(AT);
    var done = step(fold(scheduled("s", 1), started("s", 1), completed("s", 1)), "s");
    assertThat(done.status()).isEqualTo(StepState.Status.COMPLETED);
    assertThat(done.output()).isEqualTo(new Json("42"));
    var skipped = step(fold(new Event.StepSkipped(AT, "s", "no", new Json("0"))), "s");
    assertThat(skipped.done()).isTrue();
    assertThat(skipped.output()).isEqualTo(new Json("0"));
  }

  @Test
  void a_new_attempt_is_no_longer_waiting_for_its_time() {
    var state = fold(scheduled("s", 1), started("s", 1), failed("s", 1, AT), scheduled("s", 2));

    assertThat(step(state, "s").retryAt()).isNull();
    assertThat(step(state, "s").error()).isNotNull();
  }

  @Test
  void steps_are_in_the_order_in_which_they_appeared() {
    var state =
        fold(scheduled("z", 1), scheduled("a", 1), new Event.StepSkipped(AT, "m", "", null));

    assertThat(state.steps().keySet()).containsExactly("z", "a", "m");
  }

  @Test
  void a_signal_with_an_id_counts_once() {
    var state = fold(signal("go", "1"), signal("go", "1"), signal("go", null), signal("go", null));

    assertThat(state.signals()).hasSize(3);
  }

  @Test
  void a_trigger_input_counts_once() {
    var state = fold(input("t", "i1", "5"), input("t", "i1", "5"), input("t", "i2", "6"));

    assertThat(state.inputs())
        .extracting(Event.TriggerInputReceived::inputId)
        .containsExactly("i1", "i2");
  }

  @Test
  void two_triggers_may_use_the_same_input_ids() {
    var state = fold(input("t", "1", null), input("u", "1", null), input("t", "1", null));

    assertThat(state.inputs()).extracting(Event.OfStep::step).containsExactly("t", "u");
  }

  @Test
  void an_input_at_or_before_the_cursor_is_passed() {
    var state =
        fold(
            input("t", "i9", "9"),
            input("t", "i10", "10"),
            input("t", "i11", "11"),
            input("u", "i9", "9"),
            advanced("t", "10"),
            input("t", "late", "10"));

    assertThat(state.inputs())
        .extracting(Event.TriggerInputReceived::inputId)
        .containsExactly("i11", "i9");
  }

  @Test
  void a_cursor_is_the_largest_ever_seen() {
    assertThat(fold(registered("t")).triggers()).containsEntry("t", "");
    assertThat(fold(registered("t"), advanced("t", "9"), advanced("t", "10")).triggers())
        .containsEntry("t", "10");
    assertThat(fold(registered("t"), advanced("t", "10"), advanced("t", "9")).triggers())
        .containsEntry("t", "10");
    assertThat(fold(advanced("t", "10"), registered("t")).triggers()).containsEntry("t", "10");
    assertThat(fold(advanced("t", "b"), advanced("t", "a")).triggers()).containsEntry("t", "b");
  }

  @Test
  void a_message_is_pending_until_it_is_sent() {
    var enqueued = new Event.OutboxEnqueued(AT, "s", "e", "m", Json.NULL);

    assertThat(fold(enqueued).outbox()).containsEntry("m", enqueued);
    assertThat(fold(enqueued, new Event.OutboxSent(AT, "s", "e", "m")).outbox()).isEmpty();
  }

  @Test
  void claims_are_counted_until_there_is_progress() {
    assertThat(fold(claimed(), claimed(), claimed()).claimsWithoutProgress()).isEqualTo(3);
    assertThat(fold(claimed(), scheduled("s", 1), started("s", 1), claimed()))
        .extracting(RunState::claimsWithoutProgress)
        .isEqualTo(2);
    for (var progress :
        List.of(
            completed("s", 1),
            failed("s", 1, AT),
            new Event.StepCheckpointed(AT, "s", 1, Json.NULL),
            new Event.StepSkipped(AT, "s", "no", null),
            new Event.RunParked(AT, null, "x"),
            new Event.RunResumed(AT, "accept"))) {
      var state = fold(claimed(), claimed(), scheduled("s", 1), started("s", 1), progress);
      assertThat(state.claimsWithoutProgress()).as("%s", progress).isZero();
    }
    assertThat(fold(claimed(), signal("go", null), claimed()).claimsWithoutProgress())
        .as("a message is no progress")
        .isEqualTo(2);
  }

  @Test
  void the_first_reason_to_cancel_and_the_first_version_stay() {
    var state =
        fold(
            new Event.RunCancelRequested(AT, "first"),
            new Event.RunCancelRequested(AT, "second"),
            new Event.VersionChosen(AT, "c", 1),
            new Event.VersionChosen(AT, "c", 2),
            new Event.ValuePublished(AT, "v", new Json("1")),
            new Event.ValuePublished(AT, "v", new Json("2")));

    assertThat(state.cancelReason()).isEqualTo("first");
    assertThat(state.versions()).containsEntry("c", 1);
    assertThat(state.published()).containsEntry("v", new Json("2"));
  }

  @Test
  void a_failed_run_says_why() {
    var failure = new Failure("X", "m", null);
    var state = fold(claimed(), new Event.RunFailed(AT, failure, "s", true));

    assertThat(state.failure()).isEqualTo(failure);
    assertThat(state.deadLetter()).isTrue();
    assertThat(state.terminal()).isTrue();
    assertThat(state.header())
        .extracting(Header::state)
        .extracting("status")
        .isEqualTo(RunStatus.FAILED);
  }

  @Test
  void a_state_cannot_be_changed_from_outside() {
    var state = fold(scheduled("s", 1), signal("go", null));

    assertThatThrownBy(() -> state.steps().clear())
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> state.signals().clear())
        .isInstanceOf(UnsupportedOperationException.class);
  }

  private static RunState fold(Event... events) {
    List<Event> log = new ArrayList<>(List.of(events));
    log.addFirst(CREATED);
    return RunState.fold(Histories.RUN, log);
  }

  private static StepState step(RunState state, String name) {
    var step = state.steps().get(name);
    if (step == null) {
      throw new AssertionError("no step " + name + " in " + state);
    }
    return step;
  }

  private static boolean ends(Event event) {
    return event instanceof Event.RunCompleted
        || event instanceof Event.RunFailed
        || event instanceof Event.RunCancelled;
  }

  private static int count(List<Event> log, Class<? extends Event> kind) {
    return (int) log.stream().filter(kind::isInstance).count();
  }

  private static <E extends Event> E last(List<Event> log, Class<E> kind) {
    return log.stream().filter(kind::isInstance).map(kind::cast).toList().getLast();
  }

  private static Event claimed() {
    return new Event.RunClaimed(AT, "node");
  }

  private static Event scheduled(String step, int attempt) {
    return new Event.StepScheduled(AT, step, "step", attempt, null);
  }

  private static Event started(String step, int attempt) {
    return new Event.StepStarted(AT, step, attempt, null);
  }

  private static Event completed(String step, int attempt) {
    return new Event.StepCompleted(AT, step, attempt, new Json("42"), 1);
  }

  private static Event failed(String step, int attempt, @Nullable Instant retryAt) {
    return new Event.StepFailed(AT, step, attempt, new Failure("X", "m", null), retryAt);
  }

  private static Event signal(String name, @Nullable String id) {
    return new Event.SignalReceived(AT, name, Json.NULL, id);
  }

  private static Event registered(String step) {
    return new Event.TriggerRegistered(AT, step, "webhook", null);
  }

  private static Event input(String step, String id, @Nullable String cursor) {
    return new Event.TriggerInputReceived(AT, step, id, Json.NULL, cursor);
  }

  private static Event advanced(String step, String cursor) {
    return new Event.TriggerCursorAdvanced(AT, step, cursor, 1);
  }
}
