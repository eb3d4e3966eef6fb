package dev.holdfast.server.api;

import dev.holdfast.engine.Engine;
import dev.holdfast.server.config.ExecutionConfig;
import dev.holdfast.server.http.HttpProblem;
import dev.holdfast.store.Figures;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Refuses more work where there is too much already: where too much waits for the disk, or in the
 * queue. Nobody waits for the answer. The queue is counted in the background, at most once a second
 * and only while somebody asks, so for that long more may be accepted than there is room for.
 */
final class Overload {

  private static final Logger log = LoggerFactory.getLogger(Overload.class);
  private static final long COUNT_EVERY = Duration.ofSeconds(1).toNanos();
  private static final String SOON = "1";
  private static final String LATER = "5";

  private final Engine engine;
  private final ExecutionConfig config;
  private final LongSupplier nanos;
  private final AtomicLong countAt;
  private volatile long ready;

  Overload(Engine engine, ExecutionConfig config, LongSupplier nanos) {
    this.engine = engine;
    this.config = config;
    this.nanos = nanos;
    this.countAt = new AtomicLong(nanos.getAsLong());
  }

  /**
   * Returns if there is room for one more.
   *
   * @throws HttpProblem 429, with the time to wait before the next try
   */
  void check() {
    if (engine.journalStats().waiting() > config.waitingCommits()) {
      throw refused("More than %d commits wait for the disk.", config.waitingCommits(), SOON);
    }
    long due = countAt.get();
    long now = nanos.getAsLong();
    if (now - due >= 0 && countAt.compareAndSet(due, now + COUNT_EVERY)) {
      Thread.ofVirtual().name("holdfast-queue-depth").start(this::count);
    }
    if (ready > config.readyRuns()) {
      throw refused("More than %d runs are ready and wait.", config.readyRuns(), LATER);
    }
  }

  private void count() {
    try {
      ready =
          engine.store().figures().queue(config.readyRuns()).stream()
              .mapToLong(Figures.Level::ready)
              .sum();
    } catch (RuntimeException e) {
      log.warn("The queue could not be counted: {}", e.toString());
    }
  }

  private static HttpProblem refused(String why, int limit, String after) {
    return HttpProblem.of(429, "overload", why.formatted(limit) + " Nothing was started.")
        .with("Retry-After", after);
  }
}
