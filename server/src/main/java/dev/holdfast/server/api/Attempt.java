package dev.holdfast.server.api;

import dev.holdfast.log.Event;
import dev.holdfast.log.Failure;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One try at a step, as the log tells it.
 *
 * @param failuresBefore how many tries had failed before: what its key is made of
 * @param readyAt when it could have begun
 * @param endedAt when it ended, or its run did, or when a later try showed that it was interrupted
 * @param retryAt when the next try is due, after a failure
 * @param node who executed it
 * @param lines what it wrote, oldest first
 */
record Attempt(
    int number,
    int failuresBefore,
    Outcome outcome,
    Instant readyAt,
    @Nullable Instant startedAt,
    @Nullable Instant endedAt,
    @Nullable Instant retryAt,
    @Nullable Failure error,
    @Nullable String node,
    List<Event.StepLogged> lines) {

  /** How a try can stand. */
  enum Outcome {
    PENDING,
    RUNNING,
    COMPLETED,
    FAILED,
    /** Its node was lost; it was, or will be, made again. */
    INTERRUPTED,
    /** Its run ended before it did. */
    CANCELLED,
    SKIPPED;

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** How long it was ready before it began; null while it has not. */
  @Nullable Duration queued() {
    return startedAt == null ? null : positive(Duration.between(readyAt, startedAt));
  }

  /** How long it took; null while it is not over. */
  @Nullable Duration ran() {
    return startedAt == null || endedAt == null
        ? null
        : positive(Duration.between(startedAt, endedAt));
  }

  /** All tries of all steps, each step's in order. */
  static Map<String, List<Attempt>> of(List<Event> events) {
    var telling = new Telling();
    events.forEach(telling::add);
    return telling.attempts;
  }

  private Attempt with(
      Outcome next,
      @Nullable Instant started,
      @Nullable Instant ended,
      @Nullable Instant retry,
      @Nullable Failure failure,
      @Nullable String by) {
    return new Attempt(
        number, failuresBefore, next, readyAt, started, ended, retry, failure, by, lines);
  }

  private boolean open() {
    return outcome == Outcome.PENDING || outcome == Outcome.RUNNING;
  }

  private static Duration positive(Duration duration) {
    return duration.isNegative() ? Duration.ZERO : duration;
  }

  /** Reads the log from the beginning; mutable while it does. */
  private static final class Telling {

    private final Map<String, List<Attempt>> attempts = new HashMap<>();
    private @Nullable String node;
    private @Nullable Instant claimedAt;

    void add(Event event) {
      switch (event) {
        case Event.RunClaimed e -> {
          node = e.node();
          claimedAt = e.at();
        }
        case Event.StepScheduled e -> begin(e.step(), e.attempt(), ready(e));
        case Event.StepStarted e -> {
          var attempt = begin(e.step(), e.attempt(), e.at());
          change(e.step(), attempt.with(Outcome.RUNNING, e.at(), null, null, null, node));
        }
        case Event.StepLogged e -> line(e);
        case Event.StepCompleted e -> end(e.step(), e.at(), Outcome.COMPLETED, null, null);
        case Event.StepFailed e -> end(e.step(), e.at(), Outcome.FAILED, e.error(), e.retryAt());
        case Event.StepSkipped e -> end(e.step(), e.at(), Outcome.SKIPPED, null, null);
        case Event.RunCompleted e -> endAll(e.at());
        case Event.RunFailed e -> endAll(e.at());
        case Event.RunCancelled e -> endAll(e.at());
        default -> {}
      }
    }

    private static Instant ready(Event.StepScheduled e) {
      return e.dueAt() == null || e.kind().equals("sleep") ? e.at() : e.dueAt();
    }

    private Attempt begin(String step, int number, Instant readyAt) {
      var known = attempts.computeIfAbsent(step, name -> new ArrayList<>(1));
      var last = known.isEmpty() ? null : known.getLast();
      if (last != null && last.number() == number) {
        return last;
      }
      if (last != null && last.open()) {
        var lost = claimedAt == null ? readyAt : claimedAt;
        known.removeLast();
        known.add(last.with(Outcome.INTERRUPTED, last.startedAt(), lost, null, null, last.node()));
      }
      int failures = (int) known.stream().filter(one -> one.outcome() == Outcome.FAILED).count();
      var next =
          new Attempt(
              number,
              failures,
              Outcome.PENDING,
              readyAt,
              null,
              null,
              null,
              null,
              null,
              new ArrayList<>(0));
      known.add(next);
      return next;
    }

    private void line(Event.StepLogged line) {
      var known = attempts.get(line.step());
      if (known != null && known.getLast().number() == line.attempt()) {
        known.getLast().lines.add(line);
      }
    }

    private void end(
        String step,
        Instant at,
        Outcome outcome,
        @Nullable Failure error,
        @Nullable Instant retryAt) {
      var known = attempts.get(step);
      if (known == null) {
        // Skipped before it was ever tried: there is no try to speak of.
        return;
      }
      var last = known.getLast();
      change(step, last.with(outcome, last.startedAt(), at, retryAt, error, last.node()));
    }

    private void endAll(Instant at) {
      for (var known : attempts.values()) {
        if (known.getLast().open()) {
          var last = known.removeLast();
          known.add(last.with(Outcome.CANCELLED, last.startedAt(), at, null, null, last.node()));
        }
      }
    }

    private void change(String step, Attempt attempt) {
      var known = attempts.get(step);
      if (known != null) {
        known.removeLast();
        known.add(attempt);
      }
    }
  }
}
