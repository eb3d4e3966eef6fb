package dev.holdfast.store;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Times as the log and the stores keep them: microseconds since the epoch. */
public final class Micros {

  private Micros() {}

  public static long of(Instant instant) {
    return Math.addExact(
        Math.multiplyExact(instant.getEpochSecond(), 1_000_000L), instant.getNano() / 1_000);
  }

  public static Instant instant(long micros) {
    return Instant.ofEpochSecond(
        Math.floorDiv(micros, 1_000_000L), Math.floorMod(micros, 1_000_000L) * 1_000L);
  }

  /** What is left of a time after it has been stored and read. */
  public static Instant truncate(Instant instant) {
    return instant.truncatedTo(ChronoUnit.MICROS);
  }
}
