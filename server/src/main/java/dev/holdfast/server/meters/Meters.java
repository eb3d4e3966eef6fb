package dev.holdfast.server.meters;

import dev.holdfast.engine.Observer;
import dev.holdfast.log.Event;
import dev.holdfast.log.RunState;
import dev.holdfast.store.Append;
import dev.holdfast.store.CommitListener;
import dev.holdfast.store.HeaderChange;
import dev.holdfast.store.Outcome;
import dev.holdfast.store.RunStatus;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;

/** Counts what this node does. Only what is committed counts; nothing is counted twice. */
public final class Meters implements Observer, CommitListener {

  private final LongAdder completed = new LongAdder();
  private final LongAdder retried = new LongAdder();
  private final LongAdder failed = new LongAdder();
  private final Histogram stepTimes = Histogram.ofTimes();
  private final LongAdder claims = new LongAdder();
  private final LongAdder runsStarted = new LongAdder();
  private final LongAdder runsCompleted = new LongAdder();
  private final LongAdder runsFailed = new LongAdder();
  private final LongAdder runsCancelled = new LongAdder();
  private final LongAdder runsGivenUp = new LongAdder();
  private final LongAdder conflicts = new LongAdder();
  private final Histogram commitTimes = Histogram.ofTimes();
  private final Histogram batches = Histogram.ofSizes();

  /**
   * Everything counted since the start.
   *
   * @param completed attempts that completed their step
   * @param retried attempts that failed and are followed by another
   * @param failed attempts that failed and were the last
   * @param claims runs that were taken
   * @param givenUp runs that kept losing their node
   * @param conflicts appends that lost their place to somebody else's
   */
  public record Totals(
      long completed,
      long retried,
      long failed,
      Histogram.Reading stepTimes,
      long claims,
      long runsStarted,
      long runsCompleted,
      long runsFailed,
      long runsCancelled,
      long givenUp,
      long conflicts,
      Histogram.Reading commitTimes,
      Histogram.Reading batches) {

    long attempts() {
      return completed + retried + failed;
    }

    long runsEnded() {
      return runsCompleted + runsFailed + runsCancelled;
    }
  }

  public Totals read() {
    return new Totals(
        completed.sum(),
        retried.sum(),
        failed.sum(),
        stepTimes.read(),
        claims.sum(),
        runsStarted.sum(),
        runsCompleted.sum(),
        runsFailed.sum(),
        runsCancelled.sum(),
        runsGivenUp.sum(),
        conflicts.sum(),
        commitTimes.read(),
        batches.read());
  }

  @Override
  public void tried(Tried attempt) {
    if (attempt.error() == null) {
      completed.increment();
    } else if (attempt.retryAt() == null) {
      failed.increment();
    } else {
      retried.increment();
    }
    stepTimes.record(Duration.between(attempt.began(), attempt.ended()).toNanos());
  }

  @Override
  public void ended(RunState run, Event end) {
    if (end instanceof Event.RunFailed failure && failure.deadLetter()) {
      runsGivenUp.increment();
    }
  }

  @Override
  public void wrote(Append append, Outcome outcome) {
    if (outcome == Outcome.CONFLICT) {
      conflicts.increment();
    } else if (outcome == Outcome.COMMITTED) {
      switch (append.change()) {
        case HeaderChange.Insert insert -> {
          runsStarted.increment();
          count(insert.header().state().status());
        }
        case HeaderChange.Update update -> count(update.state().status());
        case HeaderChange.Poke poke -> {}
        case null -> {}
      }
    }
  }

  @Override
  public void committed(int appends, long nanos) {
    commitTimes.record(nanos);
    batches.record(appends);
  }

  @Override
  public void claimed(int runs) {
    claims.add(runs);
  }

  /** A header changes to a terminal status once: nothing is written behind a run's end. */
  private void count(RunStatus status) {
    switch (status) {
      case SUCCEEDED -> runsCompleted.increment();
      case FAILED -> runsFailed.increment();
      case CANCELLED -> runsCancelled.increment();
      case PENDING, LEASED -> {}
    }
  }
}
