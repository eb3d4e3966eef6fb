package dev.holdfast.engine;

import dev.holdfast.log.Event;
import dev.holdfast.log.Failure;
import dev.holdfast.log.RunState;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * Somebody who watches a node at work: meters, traces, names in log lines. Called by the threads
 * that do the work, so it must be quick and must not throw. What it is told has happened, but a
 * node that dies tells nobody: whatever must be right for ever is in the log.
 */
public interface Observer {

  Observer NONE = new Observer() {};

  /**
   * An attempt at a step that is over.
   *
   * @param run its run, as it was when it came into memory
   * @param kind a word for what sort of step it is
   * @param error why it failed; null when it completed
   * @param retryAt when it is tried again; null when it is not
   */
  record Tried(
      RunState run,
      String step,
      String kind,
      int attempt,
      Instant began,
      Instant ended,
      @Nullable Failure error,
      @Nullable Instant retryAt) {}

  /** An attempt is over and its outcome is recorded. */
  default void tried(Tried attempt) {}

  /** A run has ended and its end is on stable storage. */
  default void ended(RunState run, Event end) {}

  /** Runs what a workflow does outside of its steps, in the thread that advances the run. */
  default void advancing(UUID run, Runnable code) {
    code.run();
  }

  /** Runs a step's own code, in the thread that executes it. */
  default <T> T during(StepAttempt attempt, Callable<T> code) throws Exception {
    return code.call();
  }
}
