package dev.holdfast.testkit;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for a condition, and fails when it takes too long. */
public final class Await {

  private Await() {}

  public static void until(String what, Duration atMost, BooleanSupplier condition) {
    long since = System.nanoTime();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - since > atMost.toNanos()) {
        throw new AssertionError(what + " has not come true after " + atMost);
      }
      LockSupport.parkNanos(1_000_000);
    }
  }

  public static void until(String what, BooleanSupplier condition) {
    until(what, Duration.ofSeconds(30), condition);
  }
}
