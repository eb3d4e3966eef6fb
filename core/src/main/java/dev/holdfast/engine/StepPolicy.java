package dev.holdfast.engine;

import java.time.Duration;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * How often and how patiently a step is tried.
 *
 * @param attemptsMax executions in all, the first included
 * @param delay wait before the second attempt
 * @param multiplier how much longer each further wait is
 * @param delayMax the longest wait
 * @param jitter up to this share of the wait is added at random, 0 to 1; where that would be more
 *     than the longest wait, it is taken off
 * @param attemptTimeout an attempt that takes longer is interrupted and fails
 * @param deadline how long all attempts and the waits between them may take together
 * @param retryable which errors are worth another attempt
 */
public record StepPolicy(
    int attemptsMax,
    Duration delay,
    double multiplier,
    Duration delayMax,
    double jitter,
    @Nullable Duration attemptTimeout,
    @Nullable Duration deadline,
    Predicate<Throwable> retryable) {

  /** One attempt, no time limit. */
  public static final StepPolicy ONCE =
      new StepPolicy(1, Duration.ZERO, 1, Duration.ZERO, 0, null, null, error -> true);

  public StepPolicy {
    require(attemptsMax >= 1, "a step has at least one attempt, not " + attemptsMax);
    require(!delay.isNegative(), "a delay cannot be negative: " + delay);
    require(multiplier >= 1, "a multiplier is at least 1, not " + multiplier);
    require(jitter >= 0 && jitter <= 1, "jitter is between 0 and 1, not " + jitter);
    require(
        attemptTimeout == null || attemptTimeout.isPositive(),
        "a time-out is longer than nothing: " + attemptTimeout);
    require(
        deadline == null || deadline.isPositive(),
        "a deadline is longer than nothing: " + deadline);
  }

  /** The wait before the next attempt; null when there is none. */
  @Nullable Duration delayAfter(int failures, Throwable error, RandomGenerator random) {
    if (failures >= attemptsMax || !retryable.test(error)) {
      return null;
    }
    double factor = Math.pow(multiplier, failures - 1.0);
    double longest = delayMax.toMillis();
    double ms = Math.min((double) delay.toMillis() * factor, longest);
    double spread = ms * jitter * random.nextDouble();
    return Duration.ofMillis((long) (ms + spread > longest ? ms - spread : ms + spread));
  }

  private static void require(boolean condition, String message) {
    if (!condition) {
      throw new IllegalArgumentException(message);
    }
  }
}
