package dev.holdfast;

import dev.holdfast.engine.EngineOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Opens the same store again and again, as a program that is restarted does. */
final class Life {

  private Life() {}

  /** A node on the store in this folder that lets runs leave memory at once. */
  static Holdfast in(Path folder) {
    return Holdfast.open(folder.resolve("test.db").toString(), options(Duration.ZERO));
  }

  /** A node that keeps waiting runs in memory. */
  static Holdfast keepingRunsIn(Path folder) {
    return Holdfast.open(folder.resolve("test.db").toString(), options(Duration.ofMinutes(1)));
  }

  private static EngineOptions options(Duration parkAfter) {
    return new EngineOptions(
        "test",
        Duration.ofSeconds(30),
        1_000,
        parkAfter,
        Duration.ofMillis(100),
        10,
        Duration.ofSeconds(5),
        1_000,
        65_536,
        null);
  }

  /** Waits for something that will happen. */
  static void until(BooleanSupplier happened) {
    for (int i = 0; i < 5_000 && !happened.getAsBoolean(); i++) {
      LockSupport.parkNanos(2_000_000);
    }
    if (!happened.getAsBoolean()) {
      throw new AssertionError("it did not happen within 10 seconds");
    }
  }

  /** Waits until the run has left memory, waiting for something. */
  static void parked(Holdfast holdfast, Run<?> run) {
    until(
        () -> {
          var state = holdfast.engine().header(run.id()).orElseThrow().state();
          return run.status() == Run.Status.PENDING && state.waitingFor() != null;
        });
  }
}
