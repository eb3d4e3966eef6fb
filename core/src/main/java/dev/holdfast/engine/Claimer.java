package dev.holdfast.engine;

import dev.holdfast.store.Claimed;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The loop that takes due and stranded runs for this node. It never ends before the engine does:
 * recovery is nothing but this loop, and an error makes it wait, not stop. It sleeps until the next
 * run is due, the store says to look, or somebody nudges it.
 */
final class Claimer {

  private static final Logger log = LoggerFactory.getLogger(Claimer.class);
  private static final Duration RETRY_FIRST = Duration.ofMillis(100);
  private static final Duration RETRY_LAST = Duration.ofSeconds(5);

  private final Clock clock;
  private final @Nullable Duration pollEvery;
  private final int batch;
  private final IntFunction<@Nullable Claimed> claim;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition nudged = lock.newCondition();
  private boolean pending;

  /** Since when somebody waits for a look, or for its next batch; null when nobody does. */
  private @Nullable Instant behindSince;

  private boolean closed;
  private @Nullable Instant alarmAt;
  private Clock.@Nullable Alarm alarm;
  private @Nullable Thread thread;
  private final CountDownLatch looked = new CountDownLatch(1);

  /**
   * @param claim takes at most so many runs and starts them; null when there is no room for any
   */
  Claimer(
      Clock clock, @Nullable Duration pollEvery, int batch, IntFunction<@Nullable Claimed> claim) {
    this.clock = clock;
    this.pollEvery = pollEvery;
    this.batch = batch;
    this.claim = claim;
  }

  void start() {
    thread = Thread.ofPlatform().daemon().name("holdfast-claimer").start(this::run);
  }

  /** There may be something to claim. */
  void nudge() {
    lock.lock();
    try {
      if (behindSince == null) {
        behindSince = clock.now();
      }
      pending = true;
      nudged.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** There will be something to claim at that time. */
  void nudgeAt(Instant when) {
    lock.lock();
    try {
      if (closed || (alarmAt != null && !alarmAt.isAfter(when))) {
        return;
      }
      if (alarm != null) {
        alarm.cancel();
      }
      alarmAt = when;
      alarm = clock.at(when, this::ring);
    } finally {
      lock.unlock();
    }
  }

  /** Waits until it has once taken everything there was, or so long; whether it has. */
  boolean awaitLook(Duration atMost) throws InterruptedException {
    return looked.await(atMost.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** Whether it was to look and for so long has not, because it fails or hangs. */
  boolean isBehind(Duration longerThan) {
    lock.lock();
    try {
      return behindSince != null && behindSince.plus(longerThan).isBefore(clock.now());
    } finally {
      lock.unlock();
    }
  }

  void close() {
    lock.lock();
    try {
      closed = true;
      nudged.signalAll();
    } finally {
      lock.unlock();
    }
    var running = thread;
    if (running != null) {
      try {
        running.join(5_000);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void ring() {
    lock.lock();
    try {
      alarmAt = null;
      alarm = null;
    } finally {
      lock.unlock();
    }
    nudge();
  }

  private void run() {
    var retry = RETRY_FIRST;
    while (awaitNudge()) {
      try {
        takeAll();
        answered(false);
        looked.countDown();
        retry = RETRY_FIRST;
      } catch (RuntimeException | Error e) {
        log.warn("Cannot claim, trying again in {} ms: {}", retry.toMillis(), e.toString());
        nudgeAt(clock.now().plus(retry));
        retry =
            retry.multipliedBy(2).compareTo(RETRY_LAST) > 0 ? RETRY_LAST : retry.multipliedBy(2);
      }
    }
  }

  private void takeAll() {
    while (true) {
      var claimed = claim.apply(batch);
      answered(true);
      if (claimed == null) {
        return;
      }
      if (claimed.runs().size() < batch) {
        if (claimed.nextDue() != null) {
          nudgeAt(claimed.nextDue());
        }
        if (pollEvery != null) {
          nudgeAt(clock.now().plus(pollEvery));
        }
        return;
      }
    }
  }

  /** The store has answered; whoever nudged meanwhile waits from now on. */
  private void answered(boolean more) {
    lock.lock();
    try {
      behindSince = more || pending ? clock.now() : null;
    } finally {
      lock.unlock();
    }
  }

  /** False when the loop is over. */
  private boolean awaitNudge() {
    lock.lock();
    try {
      while (!closed && !pending) {
        nudged.awaitUninterruptibly();
      }
      pending = false;
      return !closed;
    } finally {
      lock.unlock();
    }
  }
}
