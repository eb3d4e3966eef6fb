package dev.holdfast.engine;

import dev.holdfast.StepFailedException;
import dev.holdfast.log.Event;
import dev.holdfast.log.Failure;
import dev.holdfast.log.Json;
import dev.holdfast.log.StepState;
import dev.holdfast.store.RunPhase;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Executes steps: finds them in the log, or tries them until they succeed or are used up. */
final class Steps {

  /** The error type of a step that was stopped because its branch was. */
  static final String BRANCH_CANCELLED = "BranchCancelled";

  private final LiveRun run;
  private final RunLog log;
  private final Clock clock;
  private final RandomGenerator random;
  private final Observer observer;

  /** Tells of the last step, which is on stable storage only with the end of its run. */
  private volatile @Nullable Runnable untold;

  Steps(LiveRun run, RunLog log, Surroundings around) {
    this.run = run;
    this.log = log;
    this.clock = around.clock();
    this.random = around.random();
    this.observer = around.observer();
  }

  Json execute(StepCall call) {
    var known = run.recorded(call.name());
    if (known != null && known.done()) {
      return known.output() == null ? Json.NULL : known.output();
    }
    if (known != null && known.status() == StepState.Status.FAILED && known.error() != null) {
      throw new StepFailedException(call.name(), known.error(), null);
    }
    run.enter(call.name());
    int attempt = 1;
    int failures = 0;
    if (known != null) {
      failures = known.failures();
      boolean untouched = known.status() == StepState.Status.SCHEDULED;
      attempt = untouched ? known.attempt() : known.attempt() + 1;
      waitForRetry(call, known.retryAt(), known.startedAt());
    }
    var skipped = run.overrides().skip(call.name());
    if (skipped != null) {
      return skipped;
    }
    var checkpoint = new Checkpoint(known == null ? null : known.checkpoint());
    var deadline = call.policy().deadline();
    var since = known == null ? clock.now() : known.scheduledAt();
    var giveUpAt = deadline == null ? null : since.plus(deadline);
    while (true) {
      var output = attempt(call, attempt, failures, checkpoint, giveUpAt);
      if (output == null) {
        output = run.overrides().skip(call.name());
      }
      if (output != null) {
        return output;
      }
      attempt++;
      failures++;
    }
  }

  /** The end of the run is on stable storage. */
  void ended() {
    var tell = untold;
    if (tell != null) {
      tell.run();
    }
  }

  void sleep(String name, Duration duration) {
    var known = run.recorded(name);
    if (known != null && known.done()) {
      return;
    }
    run.enter(name);
    Instant due = known == null ? null : known.dueAt();
    if (due == null) {
      var now = clock.now();
      due = now.plus(duration);
      log.buffer(
          new Event.StepScheduled(now, name, "sleep", 1, due),
          new Event.StepStarted(now, name, 1, null));
    }
    if (run.await("the time of " + name, due, () -> run.overrides().wantsSkip(name))
        && run.overrides().skip(name) != null) {
      return;
    }
    log.commit(new Event.StepCompleted(clock.now(), name, 1, Json.NULL, duration.toMillis()));
  }

  /** The newest checkpoint, which the next attempt gets. */
  private static final class Checkpoint {
    volatile @Nullable Json data;

    Checkpoint(@Nullable Json data) {
      this.data = data;
    }
  }

  /** One try, as soon as there is a worker; null when it failed and another one is due now. */
  private @Nullable Json attempt(
      StepCall call, int attempt, int failures, Checkpoint checkpoint, @Nullable Instant giveUpAt) {
    var ready = clock.now();
    var workers = run.workers();
    if (workers == null) {
      return attempt(call, attempt, failures, checkpoint, giveUpAt, ready, () -> {});
    }
    try (var worker = worker(call, workers)) {
      return attempt(call, attempt, failures, checkpoint, giveUpAt, ready, worker::close);
    }
  }

  /** Waits for a worker. Nothing has begun before there is one. */
  private Workers.Worker worker(StepCall call, Workers workers) {
    while (true) {
      try {
        var worker = run.interruptibly(() -> workers.enter(run.replayed().header()));
        if (worker != null) {
          return worker;
        }
        // The node is closing: here it waits to be handed over.
        run.enter(call.name());
      } catch (Unwind unwind) {
        throw unwind;
      } catch (Exception interrupted) {
        var interruption = run.interruption();
        if (interruption != null) {
          throw interruption;
        }
        if (run.isLent()) {
          throw run.handBack();
        }
        // A step's own code may have left its thread interrupted; that says nothing about this one.
      }
    }
  }

  /**
   * One try.
   *
   * @param ready since when it could have begun, had there been a worker
   * @param free gives back the worker, once the step's own code has ended
   */
  private @Nullable Json attempt(
      StepCall call,
      int attempt,
      int failures,
      Checkpoint checkpoint,
      @Nullable Instant giveUpAt,
      Instant ready,
      Runnable free) {
    var begun = run.workers() == null ? ready : clock.now();
    log.buffer(
        new Event.StepScheduled(ready, call.name(), call.kind(), attempt, null),
        new Event.StepStarted(begun, call.name(), attempt, call.input()));
    var lines = new StepLines(log, clock, call.name(), attempt);
    var tried = tried(call, attempt, failures, checkpoint, lines);
    try {
      return switch (call.body()) {
        case StepCall.Work work -> {
          log.settle();
          var output = within(timeLeft(call, begun, giveUpAt), tried, () -> work.run(tried));
          lines.close();
          // First, or the next step on this worker could seem to have begun before this one's end.
          var done = completed(call, attempt, begun, output);
          free.run();
          write(call, attempt, begun, done);
          yield output;
        }
        case StepCall.InTransaction work ->
            transact(call, work, tried, lines, begun, timeLeft(call, begun, giveUpAt));
        case StepCall.Staged work -> {
          log.settle();
          var second = within(timeLeft(call, begun, giveUpAt), tried, () -> work.prepare(tried));
          var left = rest(timeLeft(call, begun, giveUpAt), begun);
          yield transact(call, second, tried, lines, begun, left);
        }
      };
    } catch (Unwind unwind) {
      lines.close();
      throw unwind;
    } catch (Throwable error) {
      lines.close();
      var ended = clock.now();
      free.run();
      var interruption = run.interruption();
      if (interruption != null && isInterrupt(error)) {
        abandoned(call, attempt, interruption);
        throw interruption;
      }
      if (run.isLent() && isInterrupt(error)) {
        throw run.handBack();
      }
      failed(call, attempt, failures + 1, error, begun, ended, giveUpAt);
      return null;
    }
  }

  /** Writes that the step is done, and tells of it once that is on stable storage. */
  private void write(StepCall call, int attempt, Instant begun, Event done) {
    Runnable tell = () -> tell(call, attempt, begun, done.at(), null, null);
    if (call.last()) {
      log.buffer(done);
      untold = tell;
    } else {
      log.commit(done);
      tell.run();
    }
  }

  private StepAttempt tried(
      StepCall call, int attempt, int failures, Checkpoint checkpoint, StepLines lines) {
    return new StepAttempt(
        run.id(),
        run.origin(),
        call.name(),
        attempt,
        failures,
        checkpoint.data,
        data -> {
          log.commit(new Event.StepCheckpointed(clock.now(), call.name(), attempt, data));
          checkpoint.data = data;
        },
        lines::write);
  }

  private Json transact(
      StepCall call,
      StepCall.InTransaction work,
      StepAttempt tried,
      StepLines lines,
      Instant begun,
      @Nullable Duration limit)
      throws Exception {
    var event =
        log.transact(
            connection -> {
              lines.open();
              Callable<Json> code = () -> observer.during(tried, () -> work.run(tried, connection));
              var output =
                  limit == null
                      ? run.interruptibly(code)
                      : new TimedCall(run, clock, limit).runHere(code);
              lines.close();
              return completed(call, tried.attempt(), begun, output);
            });
    tell(call, tried.attempt(), begun, event.at(), null, null);
    return event instanceof Event.StepCompleted done ? done.output() : Json.NULL;
  }

  private Event completed(StepCall call, int attempt, Instant begun, Json output) {
    var now = clock.now();
    long ms = Duration.between(begun, now).toMillis();
    return new Event.StepCompleted(now, call.name(), attempt, output, ms);
  }

  /** A step of a branch that was stopped has failed for good, and a restart must know it. */
  private void abandoned(StepCall call, int attempt, Unwind interruption) {
    if (interruption.reason() == Unwind.Reason.BRANCH_CANCELLED) {
      var failure = new Failure(BRANCH_CANCELLED, "another branch was first", null);
      log.commit(new Event.StepFailed(clock.now(), call.name(), attempt, failure, null));
    }
  }

  /** Records the failure and waits for the next attempt, or gives up. */
  private void failed(
      StepCall call,
      int attempt,
      int failures,
      Throwable error,
      Instant begun,
      Instant now,
      @Nullable Instant giveUpAt) {
    var delay = call.policy().delayAfter(failures, error, random);
    var retryAt = delay == null ? null : now.plus(delay);
    if (retryAt != null && giveUpAt != null && !retryAt.isBefore(giveUpAt)) {
      retryAt = null;
    }
    if (retryAt == null && run.overrides().wantsSkip(call.name())) {
      // Its last attempt, and a person has said what to do after that.
      retryAt = now;
    }
    var failure = Failure.of(error);
    log.commit(new Event.StepFailed(now, call.name(), attempt, failure, retryAt));
    tell(call, attempt, begun, now, failure, retryAt);
    if (retryAt == null) {
      throw new StepFailedException(call.name(), failure, error);
    }
    run.enter(call.name());
    waitForRetry(call, retryAt, begun);
  }

  /** Unless a person decides, after the attempt that failed, that it is over. */
  private void waitForRetry(StepCall call, @Nullable Instant retryAt, @Nullable Instant begun) {
    if (retryAt != null && retryAt.isAfter(clock.now())) {
      run.await(
          RunPhase.RETRY_OF + call.name(),
          retryAt,
          () ->
              run.overrides().wantsSkip(call.name())
                  || run.overrides().wantsRetry(call.name(), begun));
    }
  }

  /** How long an attempt that begins now may take; null when there is no limit. */
  private @Nullable Duration timeLeft(StepCall call, Instant now, @Nullable Instant giveUpAt)
      throws TimeoutException {
    var timeout = call.policy().attemptTimeout();
    var workers = run.workers();
    if (workers != null && timeout == null) {
      timeout = workers.options().stepTimeout();
    }
    if (giveUpAt == null) {
      return timeout;
    }
    var left = Duration.between(now, giveUpAt);
    if (!left.isPositive()) {
      throw new TimeoutException("the step's deadline was over before this attempt began");
    }
    return timeout == null || left.compareTo(timeout) < 0 ? left : timeout;
  }

  /** What the first part of an attempt has left of its time for the second. */
  private @Nullable Duration rest(@Nullable Duration limit, Instant begun) {
    return limit == null ? null : limit.minus(Duration.between(begun, clock.now()));
  }

  private <T> T within(@Nullable Duration timeout, StepAttempt tried, Callable<T> code)
      throws Exception {
    Callable<T> observed = () -> observer.during(tried, code);
    if (timeout == null) {
      return run.interruptibly(observed);
    }
    return new TimedCall(run, clock, timeout).run(observed);
  }

  private void tell(
      StepCall call,
      int attempt,
      Instant begun,
      Instant ended,
      @Nullable Failure error,
      @Nullable Instant retryAt) {
    observer.tried(
        new Observer.Tried(
            run.replayed(), call.name(), call.kind(), attempt, begun, ended, error, retryAt));
  }

  private static boolean isInterrupt(Throwable error) {
    for (var cause = error; cause != null; cause = cause.getCause()) {
      if (cause instanceof InterruptedException
          || cause instanceof java.nio.channels.ClosedByInterruptException) {
        return true;
      }
    }
    return false;
  }
}
