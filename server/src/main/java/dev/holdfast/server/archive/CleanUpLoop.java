package dev.holdfast.server.archive;

import dev.holdfast.engine.Clock;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Clears away again and again; an error is told and waited out, and never ends it. */
public final class CleanUpLoop implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(CleanUpLoop.class);

  private final Clock clock;
  private final Duration every;
  private final CleanUp cleanUp;
  private volatile boolean closed;
  private volatile Clock.@Nullable Alarm alarm;
  private volatile @Nullable Thread working;

  public CleanUpLoop(Clock clock, Duration every, CleanUp cleanUp) {
    this.clock = clock;
    this.every = every;
    this.cleanUp = cleanUp;
  }

  public void start() {
    if (!closed) {
      alarm = clock.at(clock.now().plus(every), this::begin);
    }
  }

  @Override
  public void close() {
    closed = true;
    var next = alarm;
    if (next != null) {
      next.cancel();
    }
    var thread = working;
    if (thread != null) {
      try {
        // It looks whether to stop before each batch.
        thread.join(Duration.ofSeconds(5));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Alarms must be short. */
  private void begin() {
    working = Thread.ofVirtual().name("holdfast-clean-up").start(this::work);
  }

  private void work() {
    try {
      var done = cleanUp.run(clock.now(), () -> closed);
      if (done.runs() > 0 || done.nodes() > 0) {
        log.info("Archived and deleted {} runs, forgot {} nodes.", done.runs(), done.nodes());
      }
    } catch (IOException | RuntimeException e) {
      log.warn("Cannot clean up, trying again in {}: {}", every, e.toString());
    } finally {
      start();
    }
  }
}
