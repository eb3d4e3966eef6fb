package dev.holdfast.engine;

import dev.holdfast.log.Json;
import java.sql.Connection;

/**
 * A request to execute a step, or to find out that it has been.
 *
 * @param name its full name, unique within the run
 * @param kind a word for what sort of step it is
 * @param last nothing follows but the end of the run, so the two are written together
 */
public record StepCall(String name, String kind, StepPolicy policy, Body body, boolean last) {

  public StepCall(String name, String kind, StepPolicy policy, Body body) {
    this(name, kind, policy, body, false);
  }

  /** What a step does. */
  public sealed interface Body {}

  /** Ordinary work: at least once. */
  @FunctionalInterface
  public non-sealed interface Work extends Body {
    Json run(StepAttempt attempt) throws Exception;
  }

  /** Work in a store transaction that commits together with the step's completion: once. */
  @FunctionalInterface
  public non-sealed interface InTransaction extends Body {
    Json run(StepAttempt attempt, Connection connection) throws Exception;
  }
}
