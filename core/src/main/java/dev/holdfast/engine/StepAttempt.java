package dev.holdfast.engine;

import dev.holdfast.LogLevel;
import dev.holdfast.log.Json;
import dev.holdfast.log.StepKeys;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a step can know about the try it is in.
 *
 * @param run the run it belongs to
 * @param origin the first of the runs that are retries of each other
 * @param step its full name
 * @param attempt from 1; one more for every failure and for every interruption that was recorded
 * @param failures how many attempts have failed before
 * @param checkpoint the newest checkpoint of earlier attempts
 * @param checkpoints stores a new one; returns when it is durable
 * @param lines writes a line to the run's log, for people
 */
public record StepAttempt(
    UUID run,
    UUID origin,
    String step,
    int attempt,
    int failures,
    @Nullable Json checkpoint,
    Consumer<Json> checkpoints,
    BiConsumer<LogLevel, String> lines) {

  /** The same for every execution of this attempt, crashes included; another after a failure. */
  public UUID attemptKey() {
    return StepKeys.ofAttempt(run, step, failures);
  }

  /**
   * The same for every attempt of the step, retries of the run included: for systems that must see
   * it once and only once.
   */
  public UUID stepKey() {
    return StepKeys.ofStep(origin, step);
  }
}
