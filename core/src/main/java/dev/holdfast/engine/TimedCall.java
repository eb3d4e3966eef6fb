package dev.holdfast.engine;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/**
 * A step's code with a time limit. It runs in a thread of its own, because code that ignores its
 * interrupt must not hold up the run: the run goes on, and a late result finds nobody to take it.
 */
final class TimedCall {

  private final LiveRun run;
  private final Clock clock;
  private final Duration limit;

  TimedCall(LiveRun run, Clock clock, Duration limit) {
    this.run = run;
    this.clock = clock;
    this.limit = limit;
  }

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

  private <T> void complete(CompletableFuture<T> result, Callable<T> code) {
    try {
      result.complete(run.interruptibly(code));
    } catch (Throwable error) {
      result.completeExceptionally(error);
    }
  }

  private void expire(CompletableFuture<?> result, Thread thread) {
    var message = "took longer than its time-out of " + limit;
    if (result.completeExceptionally(new TimeoutException(message))) {
      thread.interrupt();
      var workers = run.workers();
      if (workers != null) {
        workers.cutOff();
      }
    }
  }
}
