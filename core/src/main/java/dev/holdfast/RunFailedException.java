package dev.holdfast;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The run whose result was asked for has failed or was cancelled; the message has its error.
 *
 * <pre>{@code
 * try {
 *   receipt = run.join();
 * } catch (RunFailedException e) {
 *   desk.report(e.run(), e.getMessage());
 * }
 * }</pre>
 */
public final class RunFailedException extends HoldfastException {

  private static final long serialVersionUID = 1L;

  private final UUID run;

  RunFailedException(UUID run, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.run = run;
  }

  /** The run that failed. */
  public UUID run() {
    return run;
  }
}
