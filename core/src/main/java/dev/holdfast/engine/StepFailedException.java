package dev.holdfast.engine;

import dev.holdfast.log.Failure;
import org.jspecify.annotations.Nullable;

/** A step has used up its attempts. The cause is there when it failed in this very process. */
public final class StepFailedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String step;
  private final transient Failure failure;

  public StepFailedException(String step, Failure failure, @Nullable Throwable cause) {
    super("step " + step + " failed: " + failure.summary(), cause);
    this.step = step;
    this.failure = failure;
  }

  public String step() {
    return step;
  }

  public Failure failure() {
    return failure;
  }
}
