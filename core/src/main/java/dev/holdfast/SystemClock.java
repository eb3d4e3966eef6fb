package dev.holdfast;

import dev.holdfast.engine.Clock;
import dev.holdfast.store.Micros;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Time as it passes: the store's clock, and one thread that rings the alarms. */
final class SystemClock implements Clock, AutoCloseable {

  private final InstantSource source;
  private final ScheduledThreadPoolExecutor alarms;

  SystemClock(InstantSource source) {
    this.source = source;
    this.alarms =
        new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("holdfast-alarms").factory());
    alarms.setRemoveOnCancelPolicy(true);
    alarms.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  /** Cut to what the log keeps, so that a time is the same before and after a restart. */
  @Override
  public Instant now() {
    return Micros.truncate(source.instant());
  }

  @Override
  public Alarm at(Instant when, Runnable task) {
    if (alarms.isShutdown()) {
      return () -> {};
    }
    long micros = Math.max(0, saturated(Duration.between(now(), when)));
    var future = alarms.schedule(task, micros, TimeUnit.MICROSECONDS);
    return () -> future.cancel(false);
  }

  @Override
  public void close() {
    alarms.shutdownNow();
  }

  private static long saturated(Duration duration) {
    return duration.compareTo(Duration.ofDays(36_500)) > 0
        ? TimeUnit.DAYS.toMicros(36_500)
        : duration.toNanos() / 1_000 + 1;
  }
}
