package dev.holdfast.log;

import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** Keys by which outside systems know a step again. Derived from what never changes. */
public final class StepKeys {

  private StepKeys() {}

  /** The same for every execution of one attempt; another after a failure. */
  public static UUID ofAttempt(UUID run, String step, int failures) {
    return key(run + "/" + step + "/" + failures);
  }

  /** The same for every attempt of the step, retries of the run included. */
  public static UUID ofStep(UUID origin, String step) {
    return key(origin + "/" + step);
  }

  private static UUID key(String name) {
    return UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8));
  }
}
