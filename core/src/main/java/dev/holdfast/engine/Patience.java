package dev.holdfast.engine;

import dev.holdfast.store.StoreException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Repeats store calls until the store answers. One transient database error must not end a run or a
 * loop, so whoever can wait does, with growing pauses, for as long as the engine lives.
 */
final class Patience {

  private static final Logger log = LoggerFactory.getLogger(Patience.class);
  private static final long PAUSE_MS_MIN = 10;
  private static final long PAUSE_MS_MAX = 1_000;

  private final BooleanSupplier closed;

  Patience(BooleanSupplier closed) {
    this.closed = closed;
  }

  /** The answer of a call that may be repeated; the last error once the engine closes. */
  <T> T ask(String what, Supplier<T> call) {
    for (long pauseMs = PAUSE_MS_MIN; ; pauseMs = Math.min(pauseMs * 2, PAUSE_MS_MAX)) {
      // An interrupt is meant for the workflow's code; in here it would only cut a connection.
      boolean interrupted = Thread.interrupted();
      try {
        return call.get();
      } catch (StoreException e) {
        if (closed.getAsBoolean()) {
          throw e;
        }
        log.warn("Cannot {} yet, trying again: {}", what, e.getMessage());
        pause(pauseMs);
      } finally {
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
      }
    }
  }

  /**
   * One pause, for callers that repeat by themselves; the refusal itself once the engine closes.
   */
  void rest(StoreException refusal) {
    if (closed.getAsBoolean()) {
      throw refusal;
    }
    log.warn("Store refused, trying again: {}", refusal.getMessage());
    pause(PAUSE_MS_MAX / 10);
  }

  private static void pause(long ms) {
    LockSupport.parkNanos(ms * 1_000_000);
  }
}
