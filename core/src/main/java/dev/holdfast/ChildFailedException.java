package dev.holdfast;

import org.jspecify.annotations.Nullable;

/**
 * A run that this one called has failed or was cancelled. Caught, the caller goes on; otherwise it
 * fails too.
 *
 * <pre>{@code
 * try {
 *   wf.call(invoicing, request);
 * } catch (ChildFailedException e) {
 *   wf.step("by-hand", () -> desk.invoice(request, e.getMessage()));
 * }
 * }</pre>
 */
public final class ChildFailedException extends HoldfastException {

  private static final long serialVersionUID = 1L;

  private final String step;

  ChildFailedException(String step, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.step = step;
  }

  /** The step that called it. */
  public String step() {
    return step;
  }
}
