package dev.holdfast.server.meters;

import dev.holdfast.store.Figures;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How much room the data takes. To look may mean to read all of a file, so it is done in a thread
 * of its own, only when somebody asks, and for at most a hundredth of the time.
 */
public final class DiskUse {

  private static final Logger log = LoggerFactory.getLogger(DiskUse.class);
  private static final long REST_MIN = Duration.ofSeconds(30).toNanos();
  private static final int REST_FACTOR = 100;

  private final Supplier<Figures.Disk> look;
  private final LongSupplier nanos;
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable CompletableFuture<Figures.Disk> looking;
  private volatile Figures.@Nullable Disk latest;
  private long notBefore;

  DiskUse(Supplier<Figures.Disk> look, LongSupplier nanos) {
    this.look = look;
    this.nanos = nanos;
    this.notBefore = nanos.getAsLong();
  }

  /** What was last seen; waits so long for it the first time. Null when nothing was seen yet. */
  public Figures.@Nullable Disk get(Duration atMost) throws InterruptedException {
    var busy = begin();
    if (busy != null && latest == null) {
      try {
        return busy.get(atMost.toMillis(), TimeUnit.MILLISECONDS);
      } catch (TimeoutException | ExecutionException e) {
        log.debug("The size of the store is not known yet: {}", e.toString());
      }
    }
    return latest;
  }

  private @Nullable CompletableFuture<Figures.Disk> begin() {
    lock.lock();
    try {
      if (looking == null && nanos.getAsLong() - notBefore >= 0) {
        var future = new CompletableFuture<Figures.Disk>();
        looking = future;
        Thread.ofPlatform().daemon().name("holdfast-disk-use").start(() -> look(future));
      }
      return looking;
    } finally {
      lock.unlock();
    }
  }

  private void look(CompletableFuture<Figures.Disk> future) {
    long began = nanos.getAsLong();
    try {
      var seen = look.get();
      latest = seen;
      rest(began);
      future.complete(seen);
    } catch (RuntimeException | Error e) {
      log.warn("The size of the store cannot be told: {}", e.toString());
      rest(began);
      future.completeExceptionally(e);
    }
  }

  private void rest(long began) {
    lock.lock();
    try {
      long now = nanos.getAsLong();
      notBefore = now + Math.max(REST_MIN, REST_FACTOR * (now - began));
      looking = null;
    } finally {
      lock.unlock();
    }
  }
}
