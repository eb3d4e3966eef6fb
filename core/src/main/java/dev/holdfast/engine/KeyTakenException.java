package dev.holdfast.engine;

import java.util.UUID;

/** The idempotency key belongs to a run that was started with something else. */
public final class KeyTakenException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final UUID run;

  KeyTakenException(String key, UUID run, String difference) {
    super(
        "the key '%s' belongs to run %s, which has another %s; use another key or the same %s"
            .formatted(key, run, difference, difference));
    this.run = run;
  }

  public UUID run() {
    return run;
  }
}
