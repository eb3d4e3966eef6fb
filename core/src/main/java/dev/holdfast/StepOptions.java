package dev.holdfast;

import dev.holdfast.engine.StepPolicy;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What can be said about a step besides its name and its work.
 *
 * <pre>{@code
 * wf.step("hold", () -> bank.hold(order),
 *     s -> s.retry(5).timeout(ofSeconds(30)).compensate(hold -> bank.release(hold)));
 * }</pre>
 */
public final class StepOptions<T extends @Nullable Object> {

  private static final Retry STUBBORN = Retry.attempts(5);

  private Retry retry = Retry.none();
  private @Nullable Duration timeout;
  private @Nullable Duration deadline;
  private @Nullable Compensation<T> compensation;
  private Retry compensationRetry = STUBBORN;

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

  /** How long all attempts may take together, with the waits between them. */
  public StepOptions<T> deadline(Duration overall) {
    this.deadline = overall;
    return this;
  }

  /**
   * What undoes the step, should the run fail or be cancelled after it. Compensations run newest
   * first, each a recorded step of its own that is tried up to five times.
   */
  public StepOptions<T> compensate(Compensation<T> undo) {
    return compensate(undo, STUBBORN);
  }

  public StepOptions<T> compensate(Compensation<T> undo, Retry policy) {
    this.compensation = undo;
    this.compensationRetry = policy;
    return this;
  }

  StepPolicy policy() {
    return retry.policy(timeout, deadline);
  }

  @Nullable Compensation<T> compensation() {
    return compensation;
  }

  StepPolicy compensationPolicy() {
    return compensationRetry.policy(null, null);
  }
}
