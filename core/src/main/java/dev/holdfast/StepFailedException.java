package dev.holdfast;

import dev.holdfast.log.Failure;
import org.jspecify.annotations.Nullable;

/**
 * A step has used up its attempts: thrown the first time and whenever the code comes by again.
 * Caught, the code goes another way; otherwise the run fails. The cause is there when the step
 * failed in this very process.
 *
 * <pre>{@code
 * try {
 *   wf.step("courier", () -> courier.book(order), s -> s.retry(3));
 * } catch (StepFailedException e) {
 *   wf.step("post", () -> post.book(order));
 * }
 * }</pre>
 */
public final class StepFailedException extends HoldfastException {

  private static final long serialVersionUID = 1L;

  private final String step;
  private final transient Failure failure;

  public StepFailedException(String step, Failure failure, @Nullable Throwable cause) {
    super("step " + step + " failed: " + failure.summary(), cause);
    this.step = step;
    this.failure = failure;
  }

  /** The step's full name within its run. */
  public String step() {
    return step;
  }

  /** The error of its last attempt, as the log keeps it. */
  public Failure failure() {
    return failure;
  }
}
