package dev.holdfast.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StepPolicyTest {

  private final Exception error = new IllegalStateException("not now");
  private final SplittableRandom random = new SplittableRandom(1);

  @Test
  void waits_grow_and_are_spread_but_never_beyond_the_longest() {
    var policy = policy(0.1);

    for (int i = 0; i < 1_000; i++) {
      assertThat(wait(policy, 1)).isBetween(1_000L, 1_100L);
      assertThat(wait(policy, 2)).isBetween(2_000L, 2_200L);
      assertThat(wait(policy, 3)).isBetween(4_000L, 4_400L);
      assertThat(wait(policy, 9)).isBetween(54_000L, 60_000L);
    }
    assertThat(IntStream.range(0, 100).mapToLong(i -> wait(policy, 9)).distinct().count())
        .as("different waits at the ceiling")
        .isGreaterThan(10);
  }

  @Test
  void without_jitter_the_ceiling_itself_is_reached() {
    assertThat(wait(policy(0), 9)).isEqualTo(60_000);
  }

  @Test
  void there_is_no_wait_when_the_attempts_are_used_up() {
    assertThat(policy(0).delayAfter(10, error, random)).isNull();
  }

  private static StepPolicy policy(double jitter) {
    return new StepPolicy(
        10, Duration.ofSeconds(1), 2, Duration.ofMinutes(1), jitter, null, null, error -> true);
  }

  private long wait(StepPolicy policy, int failures) {
    return Objects.requireNonNull(policy.delayAfter(failures, error, random)).toMillis();
  }
}
