package dev.holdfast.engine;

import dev.holdfast.log.Json;
import java.sql.Connection;
import org.jspecify.annotations.Nullable;

/**
 * A request to execute a step, or to find out that it has been.
 *
 * @param name its full name, unique within the run
 * @param kind a word for what sort of step it is
 * @param last nothing follows but the end of the run, so the two are written together
 * @param input what it was given, recorded with every attempt
 */
public record StepCall(
    String name, String kind, StepPolicy policy, Body body, boolean last, @Nullable Json input) {

  public StepCall(String name, String kind, StepPolicy policy, Body body) {
    this(name, kind, policy, body, false, null);
  }

  public StepCall(String name, String kind, StepPolicy policy, Body body, boolean last) {
    this(name, kind, policy, body, last, null);
  }

  /** The same, with what it was given. */
  public StepCall given(@Nullable Json value) {
    return new StepCall(name, kind, policy, body, last, value);
  }

  /** The same, as the last of its run or not. */
  public StepCall last(boolean value) {
    return new StepCall(name, kind, policy, body, value, input);
  }

  /** What a step does. */
  public sealed interface Body {}

  /** Ordinary work: at least once. */
  @FunctionalInterface
  public non-sealed interface Work extends Body {
    Json run(StepAttempt attempt) throws Exception;
  }

  /**
   * Ordinary work first, at least once; then, once, what it returns, in the transaction that
   * completes the step. For work too long to keep a transaction open.
   */
  @FunctionalInterface
  public non-sealed interface Staged extends Body {
    InTransaction prepare(StepAttempt attempt) throws Exception;
  }

  /** Work in a store transaction that commits together with the step's completion: once. */
  @FunctionalInterface
  public non-sealed interface InTransaction extends Body {
    Json run(StepAttempt attempt, Connection connection) throws Exception;
  }
}
