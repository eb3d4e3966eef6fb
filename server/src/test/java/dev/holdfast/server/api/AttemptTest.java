package dev.holdfast.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.log.Event;
import dev.holdfast.log.Failure;
import dev.holdfast.log.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The tries of a step, told from the log. */
class AttemptTest {

  private static final Instant T0 = Instant.parse("2026-01-02T03:04:05Z");
  private static final Failure BAD = new Failure("Bad", "no", null);

  @Test
  void failuresBackOffAndTheLastTrySucceeds() {
    var attempts =
        Attempt.of(
                List.of(
                    new Event.RunClaimed(T0, "n1"),
                    new Event.StepScheduled(at(0), "s", "step", 1, null),
                    new Event.StepStarted(at(1), "s", 1, null),
                    new Event.StepFailed(at(3), "s", 1, BAD, at(10)),
                    new Event.StepScheduled(at(10), "s", "step", 2, null),
                    new Event.StepStarted(at(11), "s", 2, null),
                    new Event.StepCompleted(at(15), "s", 2, Json.NULL, 4)))
            .getOrDefault("s", List.of());

    assertThat(attempts)
        .extracting(Attempt::outcome)
        .containsExactly(Attempt.Outcome.FAILED, Attempt.Outcome.COMPLETED);
    var first = attempts.getFirst();
    assertThat(first.queued()).isEqualTo(Duration.ofSeconds(1));
    assertThat(first.ran()).isEqualTo(Duration.ofSeconds(2));
    assertThat(first.retryAt()).isEqualTo(at(10));
    assertThat(first.error()).isEqualTo(BAD);
    assertThat(attempts.getLast().failuresBefore()).isEqualTo(1);
    assertThat(attempts.getLast().node()).isEqualTo("n1");
  }

  @Test
  void aTryWhoseNodeWasLostEndsWhenAnotherTookTheRun() {
    var attempts =
        Attempt.of(
                List.of(
                    new Event.RunClaimed(T0, "n1"),
                    new Event.StepScheduled(at(0), "s", "step", 1, null),
                    new Event.StepStarted(at(0), "s", 1, null),
                    new Event.RunClaimed(at(60), "n2"),
                    new Event.StepScheduled(at(61), "s", "step", 2, null),
                    new Event.StepStarted(at(61), "s", 2, null)))
            .getOrDefault("s", List.of());

    assertThat(attempts.getFirst().outcome()).isEqualTo(Attempt.Outcome.INTERRUPTED);
    assertThat(attempts.getFirst().endedAt()).isEqualTo(at(60));
    assertThat(attempts.getFirst().node()).isEqualTo("n1");
    assertThat(attempts.getLast().outcome()).isEqualTo(Attempt.Outcome.RUNNING);
    assertThat(attempts.getLast().node()).isEqualTo("n2");
    // Interrupted is not failed: the outside must see the same key again.
    assertThat(attempts.getLast().failuresBefore()).isZero();
  }

  @Test
  void aTryThatGoesOnWhenItsRunEndsEndsWithIt() {
    var attempts =
        Attempt.of(
                List.of(
                    new Event.RunClaimed(T0, "n1"),
                    new Event.StepScheduled(at(0), "s", "step", 1, null),
                    new Event.StepStarted(at(1), "s", 1, null),
                    new Event.RunCancelled(at(5), "not needed")))
            .getOrDefault("s", List.of());

    assertThat(attempts.getFirst().outcome()).isEqualTo(Attempt.Outcome.CANCELLED);
    assertThat(attempts.getFirst().ran()).isEqualTo(Duration.ofSeconds(4));
  }

  @Test
  void aStepSkippedBeforeItWasTriedHasNoTries() {
    assertThat(Attempt.of(List.of(new Event.StepSkipped(T0, "s", "not now", null)))).isEmpty();
  }

  private static Instant at(int seconds) {
    return T0.plusSeconds(seconds);
  }
}
