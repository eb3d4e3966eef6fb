package dev.holdfast.engine;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;

/** A step's code with a time limit. A result that comes late finds nobody to take it. */
final class TimedCall {

  private final LiveRun run;
  private final Clock clock;
  private final Duration limit;

  TimedCall(LiveRun run, Clock clock, Duration limit) {
    this.run = run;
    this.clock = clock;
    this.limit = limit;
  }

  /**
   * In a thread of its own, because code that ignores its interrupt must not hold up the run, which
   * goes on without it.
   */
  <T> T run(Callable<T> code) throws Exception {
    var result = new CompletableFuture<T>();
    // What cleans up goes on in a run that was cancelled, in whatever thread.
    boolean shielded = run.halt().isShielded(Thread.currentThread());
    var thread =
        Thread.ofVirtual()
            .name("holdfast-step")
            .start(
                () -> {
                  if (shielded) {
                    run.shielded(() -> complete(result, code));
                  } else {
                    complete(result, code);
                  }
                });
    var alarm = clock.at(clock.now().plus(limit), () -> expire(result, thread));
    try {
      return run.interruptibly(result::get);
    } catch (InterruptedException stopped) {
      thread.interrupt();
      throw stopped;
    } catch (ExecutionException failed) {
      throw failed.getCause() instanceof Exception cause ? cause : failed;
    } finally {
      alarm.cancel();
    }
  }

  /**
   * In the caller's thread, which holds a transaction: whoever goes on without it would leave the
   * transaction open. Code that ignores its interrupt holds the run up, and is rolled back.
   */
  <T> T runHere(Callable<T> code) throws Exception {
    var limited = new Limited(Thread.currentThread());
    var alarm = clock.at(clock.now().plus(limit), limited::expire);
    T result;
    try {
      result = run.interruptibly(code);
    } catch (Throwable failed) {
      if (limited.end() && !(failed instanceof Unwind)) {
        throw tooLong();
      }
      throw failed;
    } finally {
      alarm.cancel();
    }
    if (limited.end()) {
      throw tooLong();
    }
    return result;
  }

  /** Whichever comes first, the end of the code or that of its time. */
  private final class Limited {
    private final Thread thread;
    private final ReentrantLock lock = new ReentrantLock();
    private boolean over;
    private boolean expired;

    Limited(Thread thread) {
      this.thread = thread;
    }

    void expire() {
      lock.lock();
      try {
        if (!over) {
          expired = true;
          run.interrupt(thread);
          noteCutOff();
        }
      } finally {
        lock.unlock();
      }
    }

    /** From here on no interrupt comes. Whether the time was over before. */
    boolean end() {
      lock.lock();
      try {
        over = true;
      } finally {
        lock.unlock();
      }
      if (expired) {
        // It was for the code that has just ended.
        boolean ignored = Thread.interrupted();
      }
      return expired;
    }
  }

  private <T> void complete(CompletableFuture<T> result, Callable<T> code) {
    try {
      result.complete(run.interruptibly(code));
    } catch (Throwable error) {
      result.completeExceptionally(error);
    }
  }

  private void expire(CompletableFuture<?> result, Thread thread) {
    if (result.completeExceptionally(tooLong())) {
      thread.interrupt();
      noteCutOff();
    }
  }

  private TimeoutException tooLong() {
    return new TimeoutException("took longer than its time-out of " + limit);
  }

  private void noteCutOff() {
    var workers = run.workers();
    if (workers != null) {
      workers.cutOff();
    }
  }
}
