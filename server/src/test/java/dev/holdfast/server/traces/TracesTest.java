package dev.holdfast.server.traces;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.engine.Observer.Tried;
import dev.holdfast.log.Event;
import dev.holdfast.log.Failure;
import dev.holdfast.log.Json;
import dev.holdfast.log.RunState;
import dev.holdfast.store.Header;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TracesTest {

  private static final Instant T0 = Instant.parse("2026-01-02T03:04:05Z");
  private static final UUID RUN = UUID.fromString("01934b2a-7890-7abc-9def-123456789abc");
  private static final UUID CALLER = UUID.fromString("01934b2a-7890-7abc-9def-000000000001");

  private final List<Span> spans = new ArrayList<>();
  private final Traces traces = new Traces(spans::add, 1, Header::workflow);

  @Test
  void theTraceOfARunHasItsIdAndTheRunIsTheSpanAroundItsAttempts() {
    var state = state(created(null, Map.of()));
    traces.tried(new Tried(state, "charge", "http", 1, at(1), at(2), null, null));
    traces.ended(state, new Event.RunCompleted(at(9), Json.NULL, 9));

    assertThat(spans).extracting(Span::trace).containsOnly("01934b2a78907abc9def123456789abc");
    var attempt = spans.getFirst();
    var run = spans.getLast();
    assertThat(attempt.parent()).isEqualTo(run.id()).matches("[0-9a-f]{16}");
    assertThat(attempt.id()).matches("[0-9a-f]{16}").isNotEqualTo(run.id());
    assertThat(run.parent()).isNull();
    assertThat(run.name()).isEqualTo("shop.pay.v1");
    assertThat(run.start()).isEqualTo(T0);
    assertThat(run.end()).isEqualTo(at(9));
    assertThat(run.attributes()).containsEntry("holdfast.status", "completed");
  }

  @Test
  void anotherProcessGivesTheSameThingTheSameId() {
    var state = state(created(null, Map.of()));
    var tried = new Tried(state, "charge", "http", 2, at(1), at(2), null, null);
    traces.tried(tried);
    List<Span> elsewhere = new ArrayList<>();
    new Traces(elsewhere::add, 1, Header::workflow).tried(tried);

    assertThat(elsewhere).extracting(Span::id).isEqualTo(spans.stream().map(Span::id).toList());
  }

  @Test
  void theShareOfRunsThatIsAskedForIsTracedWhole() {
    var sampled = new Traces(spans::add, 0.25, Header::workflow);
    var random = new Random(1);
    for (int i = 0; i < 2_000; i++) {
      var id = new UUID(RUN.getMostSignificantBits(), 2L << 62 | random.nextLong() >>> 2);
      var state = RunState.fold(id, List.of(created(null, Map.of())));
      sampled.tried(new Tried(state, "charge", "http", 1, at(1), at(2), null, null));
      sampled.ended(state, new Event.RunCompleted(at(9), Json.NULL, 9));
    }

    var runs = spans.stream().collect(Collectors.groupingBy(Span::trace));
    assertThat(runs.size()).isBetween(420, 580);
    assertThat(runs.values()).allSatisfy(trace -> assertThat(trace).hasSize(2));
  }

  @Test
  void anAttemptWhoseProcessDiedIsToldByTheNextOne() {
    var state =
        state(
            created(null, Map.of()),
            new Event.RunClaimed(at(0), "n1"),
            new Event.StepScheduled(at(1), "charge", "http", 1, null),
            new Event.StepStarted(at(2), "charge", 1, null),
            new Event.RunClaimed(at(30), "n2"));
    var bad = new Failure("Bad", "no answer", null);
    traces.tried(new Tried(state, "charge", "http", 2, at(31), at(32), bad, at(40)));
    traces.tried(new Tried(state, "charge", "http", 3, at(40), at(41), null, null));

    assertThat(spans)
        .extracting(span -> span.attempt() + " " + span.attributes().get("holdfast.outcome"))
        .containsExactly("1 interrupted", "2 retried", "3 completed");
    assertThat(spans.getFirst().start()).isEqualTo(at(2));
    assertThat(spans.getFirst().end()).isEqualTo(at(31));
    assertThat(spans.get(1).error()).isEqualTo("Bad: no answer");
    assertThat(spans.get(2).error()).isNull();
  }

  @Test
  void aRunIsLinkedToWhatCausedIt() {
    var parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    traces.ended(state(created(null, Map.of("traceparent", parent))), end());
    traces.ended(state(created(CALLER, Map.of("traceparent", parent))), end());
    traces.ended(state(created(null, Map.of("traceparent", "nonsense"))), end());
    var nothing = "00-" + "0".repeat(32) + "-00f067aa0ba902b7-01";
    traces.ended(state(created(null, Map.of("traceparent", nothing))), end());

    assertThat(spans.getFirst().link())
        .isEqualTo(new Span.Link("4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"));
    assertThat(spans.get(1).link()).isEqualTo(Span.Link.to(CALLER));
    assertThat(spans.get(2).link()).isNull();
    assertThat(spans.get(3).link()).isNull();
  }

  private static Event end() {
    return new Event.RunCancelled(at(3), "asked");
  }

  private static RunState state(Event... events) {
    return RunState.fold(RUN, List.of(events));
  }

  private static Event.RunCreated created(@Nullable UUID caller, Map<String, String> headers) {
    return new Event.RunCreated(
        T0,
        "shop.pay.v1",
        null,
        null,
        100,
        3,
        T0,
        caller,
        null,
        null,
        null,
        "default",
        null,
        headers);
  }

  private static Instant at(long seconds) {
    return T0.plusSeconds(seconds);
  }
}
