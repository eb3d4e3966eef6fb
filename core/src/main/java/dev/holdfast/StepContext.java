package dev.holdfast;

import dev.holdfast.engine.StepAttempt;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a step can know about the attempt it is in.
 *
 * <pre>{@code
 * wf.step("import", ctx -> {
 *   int from = ctx.lastCheckpoint(Integer.class).orElse(0);
 *   for (int page = from; page < pages; page++) {
 *     load(page);
 *     ctx.checkpoint(page + 1);
 *   }
 *   return pages;
 * });
 * }</pre>
 */
public final class StepContext {

  private final StepAttempt attempt;
  private final Values values;

  StepContext(StepAttempt attempt, Values values) {
    this.attempt = attempt;
    this.values = values;
  }

  /** The run this step belongs to. */
  public UUID runId() {
    return attempt.run();
  }

  /** The step's full name within its run. */
  public String step() {
    return attempt.step();
  }

  /** 1 the first time; one more for every failure and every crash that was seen. */
  public int attempt() {
    return attempt.attempt();
  }

  /**
   * An idempotency key that is the same for every attempt of this step, however often the process
   * dies or the step is tried again: for systems that must see it once and only once.
   */
  public UUID stepKey() {
    return attempt.stepKey();
  }

  /** An idempotency key that survives crashes, but is another one after a failure. */
  public UUID attemptKey() {
    return attempt.attemptKey();
  }

  /**
   * Writes a line for people to the run's log, where {@code /logs} and the dashboard show it. It is
   * stored with the run's next commit. An attempt has room for a thousand lines and 64,000
   * characters; what comes after that is dropped.
   */
  public void log(LogLevel level, String text) {
    attempt.lines().accept(level, text);
  }

  /** Keeps how far the step has come. Returns when it is on stable storage. */
  public void checkpoint(Object progress) {
    attempt.checkpoints().accept(values.write(progress, progress.getClass()));
  }

  /** How far an earlier attempt had come. */
  public <C> Optional<C> lastCheckpoint(Class<C> type) {
    return read(type);
  }

  public <C> Optional<C> lastCheckpoint(Type<C> type) {
    return read(type.value());
  }

  private <C> Optional<C> read(java.lang.reflect.Type type) {
    var stored = attempt.checkpoint();
    if (stored == null) {
      return Optional.empty();
    }
    @Nullable C value = values.read(stored, type);
    return Optional.ofNullable(value);
  }
}
