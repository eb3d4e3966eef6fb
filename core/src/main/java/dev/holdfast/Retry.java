package dev.holdfast;

import dev.holdfast.engine.StepPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * How a step is tried again. Immutable; every method returns a changed copy.
 *
 * <pre>{@code
 * static final Retry PATIENT = Retry.attempts(5).delay(ofSeconds(1)).multiplier(2)
 *     .maxDelay(ofMinutes(1)).never(IllegalArgumentException.class);
 * }</pre>
 *
 * @param attempts executions in all, the first included
 * @param delay wait before the second attempt
 * @param multiplier how much longer each further wait is
 * @param maxDelay the longest wait
 * @param jitter up to this share of the wait is added at random, 0 to 1, and taken off the longest
 * @param never errors that are not worth another attempt
 */
public record Retry(
    int attempts,
    Duration delay,
    double multiplier,
    Duration maxDelay,
    double jitter,
    List<Class<? extends Throwable>> never) {

  public Retry {
    never = List.copyOf(never);
  }

  /** So many attempts with waits of 1, 2, 4, ... seconds, at most a minute, and some jitter. */
  public static Retry attempts(int attempts) {
    return new Retry(attempts, Duration.ofSeconds(1), 2, Duration.ofMinutes(1), 0.1, List.of());
  }

  /** One attempt. */
  public static Retry none() {
    return attempts(1);
  }

  public Retry delay(Duration value) {
    var longest = value.compareTo(maxDelay) > 0 ? value : maxDelay;
    return new Retry(attempts, value, multiplier, longest, jitter, never);
  }

  public Retry multiplier(double value) {
    return new Retry(attempts, delay, value, maxDelay, jitter, never);
  }

  public Retry maxDelay(Duration value) {
    return new Retry(attempts, delay, multiplier, value, jitter, never);
  }

  public Retry jitter(double value) {
    return new Retry(attempts, delay, multiplier, maxDelay, value, never);
  }

  /** Errors of this class, or below it, fail the step at once. */
  public Retry never(Class<? extends Throwable> error) {
    var more = new ArrayList<>(never);
    more.add(error);
    return new Retry(attempts, delay, multiplier, maxDelay, jitter, more);
  }

  StepPolicy policy(@Nullable Duration attemptTimeout, @Nullable Duration deadline) {
    Predicate<Throwable> retryable =
        error -> never.stream().noneMatch(type -> type.isInstance(error));
    return new StepPolicy(
        attempts, delay, multiplier, maxDelay, jitter, attemptTimeout, deadline, retryable);
  }
}
