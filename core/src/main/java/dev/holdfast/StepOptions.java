package dev.holdfast;

import dev.holdfast.engine.StepPolicy;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What can be said about a step besides its name and its work.
 *
 * <pre>{@code
 * wf.step("charge", () -> bank.charge(order), s -> s.retry(5).timeout(ofSeconds(30)));
 * }</pre>
 */
public final class StepOptions<T extends @Nullable Object> {

  private Retry retry = Retry.none();
  private @Nullable Duration timeout;

  StepOptions() {}

  /** Tries the step so often, with growing waits in between. */
  public StepOptions<T> retry(int attempts) {
    return retry(Retry.attempts(attempts));
  }

  public StepOptions<T> retry(Retry policy) {
    this.retry = policy;
    return this;
  }

  /** How long one attempt may take before it is interrupted and counts as failed. */
  public StepOptions<T> timeout(Duration perAttempt) {
    this.timeout = perAttempt;
    return this;
  }

  StepPolicy policy() {
    return retry.policy(timeout);
  }
}
