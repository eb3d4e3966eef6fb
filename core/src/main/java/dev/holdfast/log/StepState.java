package dev.holdfast.log;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What the log says of one step.
 *
 * @param number its place in the order in which steps first appeared, from 1
 * @param attempt the newest attempt, from 1
 * @param failures how many attempts have failed
 * @param output the result, once completed (or the value it was skipped with)
 * @param error the newest failure
 * @param retryAt when the next attempt is due, while it waits for one
 * @param checkpoint the newest checkpoint of any attempt
 */
public record StepState(
    String name,
    String kind,
    int number,
    Status status,
    int attempt,
    int failures,
    @Nullable Instant dueAt,
    Instant scheduledAt,
    @Nullable Instant startedAt,
    @Nullable Instant finishedAt,
    @Nullable Json input,
    @Nullable Json output,
    @Nullable Failure error,
    @Nullable Instant retryAt,
    @Nullable Json checkpoint) {

  /** Where a step is. */
  public enum Status {
    SCHEDULED,
    STARTED,
    /** The newest attempt failed and another one is due. */
    RETRYING,
    COMPLETED,
    FAILED,
    SKIPPED
  }

  public boolean done() {
    return status == Status.COMPLETED || status == Status.SKIPPED;
  }

  static StepState scheduled(int number, Event.StepScheduled e) {
    return new StepState(
        e.step(),
        e.kind(),
        number,
        Status.SCHEDULED,
        e.attempt(),
        0,
        e.dueAt(),
        e.at(),
        null,
        null,
        null,
        null,
        null,
        null,
        null);
  }

  StepState next(Event.OfStep event) {
    return switch (event) {
      case Event.StepScheduled e ->
          copy(Status.SCHEDULED, e.attempt(), null, null, input, output, e.dueAt());
      case Event.StepStarted e ->
          copy(Status.STARTED, e.attempt(), e.at(), null, e.input(), output, dueAt);
      case Event.StepCompleted e ->
          copy(Status.COMPLETED, e.attempt(), startedAt, e.at(), input, e.output(), dueAt);
      case Event.StepSkipped e ->
          copy(Status.SKIPPED, attempt, startedAt, e.at(), input, e.output(), dueAt);
      case Event.StepFailed e -> failed(e);
      case Event.StepCheckpointed e -> checkpointed(e.data());
      default -> this;
    };
  }

  private StepState copy(
      Status status,
      int attempt,
      @Nullable Instant startedAt,
      @Nullable Instant finishedAt,
      @Nullable Json input,
      @Nullable Json output,
      @Nullable Instant dueAt) {
    return new StepState(
        name,
        kind,
        number,
        status,
        attempt,
        failures,
        dueAt,
        scheduledAt,
        startedAt,
        finishedAt,
        input,
        output,
        error,
        null,
        checkpoint);
  }

  private StepState failed(Event.StepFailed e) {
    return new StepState(
        name,
        kind,
        number,
        e.retryable() ? Status.RETRYING : Status.FAILED,
        e.attempt(),
        failures + 1,
        dueAt,
        scheduledAt,
        startedAt,
        e.retryable() ? null : e.at(),
        input,
        output,
        e.error(),
        e.retryAt(),
        checkpoint);
  }

  private StepState checkpointed(Json data) {
    return new StepState(
        name,
        kind,
        number,
        status,
        attempt,
        failures,
        dueAt,
        scheduledAt,
        startedAt,
        finishedAt,
        input,
        output,
        error,
        retryAt,
        data);
  }
}
