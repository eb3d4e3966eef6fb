package dev.holdfast;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The run whose result was asked for has failed or was cancelled. The cause is there when the run
 * failed in this very process.
 */
public final class RunFailedException extends HoldfastException {

  private static final long serialVersionUID = 1L;

  private final UUID run;

  RunFailedException(UUID run, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.run = run;
  }

  public UUID run() {
    return run;
  }
}
