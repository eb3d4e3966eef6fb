package dev.holdfast.log;

import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An immutable fact in a run's log. One record per kind of fact; the simple name of the record is
 * the {@code type} that is stored. Components may be added, never renamed or given another meaning:
 * logs outlive the code that wrote them.
 */
public sealed interface Event {

  /** When it was recorded. */
  Instant at();

  /** A fact about one step; {@code step} is its full name within the run. */
  sealed interface OfStep extends Event {
    String step();
  }

  // ---- the run -------------------------------------------------------------------------------

  /**
   * The run was accepted. Always the first event, and the only one of its kind.
   *
   * @param deadline when the run fails if it has not ended by then
   * @param origin the first run of a chain of retries, from which keys and chance are derived; null
   *     when this is it
   * @param retryOf the run whose completed steps this one began with
   */
  record RunCreated(
      Instant at,
      String workflow,
      @Nullable Json input,
      @Nullable String key,
      int priority,
      int maxAttempts,
      @Nullable Instant runAt,
      @Nullable UUID parentRun,
      @Nullable String parentStep,
      @Nullable UUID workflowId,
      @Nullable String orderId,
      String namespace,
      @Nullable Json definition,
      Map<String, String> headers,
      @Nullable Instant deadline,
      @Nullable UUID origin,
      @Nullable UUID retryOf)
      implements Event {

    /** A run without a deadline that retries no other. */
    public RunCreated(
        Instant at,
        String workflow,
        @Nullable Json input,
        @Nullable String key,
        int priority,
        int maxAttempts,
        @Nullable Instant runAt,
        @Nullable UUID parentRun,
        @Nullable String parentStep,
        @Nullable UUID workflowId,
        @Nullable String orderId,
        String namespace,
        @Nullable Json definition,
        Map<String, String> headers) {
      this(
          at,
          workflow,
          input,
          key,
          priority,
          maxAttempts,
          runAt,
          parentRun,
          parentStep,
          workflowId,
          orderId,
          namespace,
          definition,
          headers,
          null,
          null,
          null);
    }
  }

  /** A node took the run. Whoever held it before is fenced from here on. */
  record RunClaimed(Instant at, String node) implements Event {}

  /** The run left its node's memory until {@code wakeAt}, or until somebody speaks to it. */
  record RunParked(Instant at, @Nullable Instant wakeAt, String waitingFor) implements Event {}

  /** The run stopped because code and log disagree, and waits for a person. */
  record RunPaused(Instant at, String reason, @Nullable Json detail) implements Event {}

  /** A person decided that a paused run goes on. */
  record RunResumed(Instant at, String decision) implements Event {}

  /** Somebody asked for the run to be cancelled; it ends once its code has unwound. */
  record RunCancelRequested(Instant at, String reason) implements Event {}

  record RunCancelled(Instant at, String reason) implements Event {}

  record RunCompleted(Instant at, Json result, long durationMs) implements Event {}

  /** The run failed for good. {@code deadLetter}: it kept losing its node and was given up. */
  record RunFailed(Instant at, Failure error, @Nullable String step, boolean deadLetter)
      implements Event {}

  /** A message from outside, kept until the run asks for it. */
  record SignalReceived(Instant at, String name, Json value, @Nullable String id)
      implements Event {}

  /** State that the run shows to the outside under a name. */
  record ValuePublished(Instant at, String name, Json value) implements Event {}

  /** Which side of a change in its code the run is on. */
  record VersionChosen(Instant at, String change, int version) implements Event {}

  // ---- steps ---------------------------------------------------------------------------------

  /** The step is ready to execute; {@code dueAt} when it must not begin before that time. */
  record StepScheduled(Instant at, String step, String kind, int attempt, @Nullable Instant dueAt)
      implements OfStep {}

  record StepStarted(Instant at, String step, int attempt, @Nullable Json input)
      implements OfStep {}

  /** Progress inside a long step; the next attempt gets the newest one. */
  record StepCheckpointed(Instant at, String step, int attempt, Json data) implements OfStep {}

  /**
   * A line that the step wrote, for people.
   *
   * @param level debug, info, warn or error
   */
  record StepLogged(Instant at, String step, int attempt, String level, String text)
      implements OfStep {}

  record StepCompleted(Instant at, String step, int attempt, Json output, long durationMs)
      implements OfStep {}

  /** The attempt failed; {@code retryAt} is when the next one is due, null when there is none. */
  record StepFailed(Instant at, String step, int attempt, Failure error, @Nullable Instant retryAt)
      implements OfStep {
    public boolean retryable() {
      return retryAt != null;
    }
  }

  /** The step will not execute, because its condition was false or a person decided so. */
  record StepSkipped(Instant at, String step, String reason, @Nullable Json output)
      implements OfStep {}

  /** A run that this step called has ended; exactly one of result and error is there. */
  record ChildEnded(
      Instant at, String step, UUID child, @Nullable Json result, @Nullable Failure error)
      implements OfStep {}

  // ---- triggers and messages -----------------------------------------------------------------

  record TriggerRegistered(Instant at, String step, String triggerType, @Nullable Json config)
      implements OfStep {}

  record TriggerInputReceived(
      Instant at, String step, String inputId, Json data, @Nullable String cursor)
      implements OfStep {}

  /** Inputs up to the cursor are processed; a cursor never goes back. */
  record TriggerCursorAdvanced(Instant at, String step, String cursor, int processedCount)
      implements OfStep {}

  record OutboxEnqueued(Instant at, String step, String edge, String messageId, Json data)
      implements OfStep {}

  record OutboxSent(Instant at, String step, String edge, String messageId) implements OfStep {}
}
