package dev.holdfast.log;

import dev.holdfast.store.Header;
import dev.holdfast.store.HeaderState;
import dev.holdfast.store.RunPhase;
import dev.holdfast.store.RunStatus;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What each event makes of the header. Pure. Returns the very same object when the event leaves the
 * header alone, which is how the engine knows that an append need not touch the row.
 */
public final class HeaderFold {

  /** How {@code waitingFor} begins while a run is paused; only a person wakes such a run. */
  public static final String PAUSED = RunPhase.PAUSED_FOR;

  private static final int REPLACEMENT = 0xfffd;

  private HeaderFold() {}

  /** The header of a run that has just been created. */
  public static Header create(UUID id, Event.RunCreated e) {
    var runAt = e.runAt() == null ? e.at() : e.runAt();
    var state =
        new HeaderState(RunStatus.PENDING, runAt, null, 1, null, null, null, null, null, e.at());
    return new Header(
        id,
        e.workflow(),
        e.input() == null ? null : e.input().text(),
        e.key(),
        e.priority(),
        e.maxAttempts(),
        e.parentRun(),
        e.parentStep(),
        e.workflowId(),
        e.orderId(),
        e.namespace(),
        e.at(),
        state);
  }

  public static HeaderState next(HeaderState state, Event event) {
    return switch (event) {
      case Event.RunClaimed e -> claimed(state, e);
      case Event.RunParked e -> pending(state, e.at(), e.wakeAt(), e.waitingFor());
      case Event.RunPaused e -> pending(state, e.at(), null, PAUSED + e.reason());
      case Event.RunResumed e -> pending(state, e.at(), e.at(), null);
      case Event.RunCancelRequested e -> toCancel(state, e.at());
      case Event.SignalReceived e -> isPaused(state) ? state : wakeIfBegun(state, e.at());
      case Event.ChildEnded e -> isPaused(state) ? state : wakeIfBegun(state, e.at());
      case Event.TriggerInputReceived e -> isPaused(state) ? state : wakeIfBegun(state, e.at());
      case Event.StepFailed e -> failing(state, e);
      case Event.StepStarted e -> isRetry(state, e) ? trying(state, e) : state;
      case Event.StepCompleted e -> recovered(state, e.at(), e.step());
      case Event.StepSkipped e -> recovered(state, e.at(), e.step());
      case Event.RunCompleted e ->
          ended(state, RunStatus.SUCCEEDED, e.at(), state.lastError(), e.result().text());
      case Event.RunFailed e -> ended(state, RunStatus.FAILED, e.at(), e.error().summary(), null);
      case Event.RunCancelled e -> ended(state, RunStatus.CANCELLED, e.at(), e.reason(), null);
      default -> state;
    };
  }

  /** The header after these events. */
  public static HeaderState after(HeaderState state, Iterable<? extends Event> events) {
    var next = state;
    for (var event : events) {
      next = next(next, event);
    }
    return next;
  }

  public static boolean isPaused(HeaderState state) {
    return state.waitingFor() != null && state.waitingFor().startsWith(PAUSED);
  }

  private static HeaderState claimed(HeaderState s, Event.RunClaimed e) {
    return new HeaderState(
        RunStatus.LEASED,
        s.runAt(),
        e.node(),
        s.status() == RunStatus.LEASED ? s.attempt() + 1 : s.attempt(),
        null,
        s.lastError(),
        s.result(),
        s.startedAt() == null ? e.at() : s.startedAt(),
        s.finishedAt(),
        e.at());
  }

  private static HeaderState pending(
      HeaderState s, Instant at, @Nullable Instant runAt, @Nullable String waitingFor) {
    return new HeaderState(
        RunStatus.PENDING,
        runAt,
        null,
        s.attempt(),
        waitingFor == null ? null : storable(waitingFor),
        s.lastError(),
        s.result(),
        s.startedAt(),
        s.finishedAt(),
        at);
  }

  /** Whoever waits for a person has heard from one now. */
  private static HeaderState toCancel(HeaderState s, Instant at) {
    return isPaused(s) ? pending(s, at, at, null) : wake(s, at);
  }

  private static HeaderState wakeIfBegun(HeaderState s, Instant at) {
    return s.startedAt() == null ? s : wake(s, at);
  }

  private static HeaderState wake(HeaderState s, Instant at) {
    boolean asleep = s.runAt() == null || s.runAt().isAfter(at);
    return s.status() == RunStatus.PENDING && asleep ? pending(s, at, at, s.waitingFor()) : s;
  }

  private static HeaderState failing(HeaderState s, Event.StepFailed e) {
    return new HeaderState(
        s.status(),
        s.runAt(),
        s.leasedBy(),
        s.attempt(),
        e.retryable() ? Retries.with(s.waitingFor(), e.step()) : Retries.without(s, e.step()),
        storable(e.error().summary()),
        s.result(),
        s.startedAt(),
        s.finishedAt(),
        e.at());
  }

  /** A step that a crash interrupted begins again, too; but then nothing has failed. */
  private static boolean isRetry(HeaderState s, Event.StepStarted e) {
    return e.attempt() > 1 && s.lastError() != null;
  }

  /** A step is tried again; the very same state when that is known. */
  private static HeaderState trying(HeaderState s, Event.StepStarted e) {
    return s.status() == RunStatus.LEASED
        ? waiting(s, e.at(), Retries.with(s.waitingFor(), e.step()))
        : s;
  }

  /** A step that had failed is done; the very same state when it had not. */
  private static HeaderState recovered(HeaderState s, Instant at, String step) {
    return waiting(s, at, Retries.without(s, step));
  }

  private static HeaderState waiting(HeaderState s, Instant at, @Nullable String waitingFor) {
    return Objects.equals(waitingFor, s.waitingFor())
        ? s
        : new HeaderState(
            s.status(),
            s.runAt(),
            s.leasedBy(),
            s.attempt(),
            waitingFor,
            s.lastError(),
            s.result(),
            s.startedAt(),
            s.finishedAt(),
            at);
  }

  private static HeaderState ended(
      HeaderState s,
      RunStatus status,
      Instant at,
      @Nullable String lastError,
      @Nullable String result) {
    var error = lastError == null ? null : storable(lastError);
    return new HeaderState(
        status, s.runAt(), null, s.attempt(), null, error, result, s.startedAt(), at, at);
  }

  /** In the log any text can stand; a column has no place for NUL and half characters. */
  static String storable(String text) {
    var storable = text.codePoints().map(c -> isStorable(c) ? c : REPLACEMENT);
    return storable
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  private static boolean isStorable(int codePoint) {
    return codePoint != 0 && Character.getType(codePoint) != Character.SURROGATE;
  }
}
