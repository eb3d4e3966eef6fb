package dev.holdfast.server.graph;

/** A step of a graph has failed, for a reason that is told in plain words. */
final class StepError extends Exception {

  private static final long serialVersionUID = 1L;

  private final boolean retryable;

  StepError(String message, boolean retryable) {
    super(message, null, false, false);
    this.retryable = retryable;
  }

  /** Whether another attempt could end differently. */
  boolean retryable() {
    return retryable;
  }
}
