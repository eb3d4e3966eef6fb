package dev.holdfast.engine;

import dev.holdfast.StepFailedException;
import dev.holdfast.log.Event;
import dev.holdfast.log.Failure;
import dev.holdfast.log.Json;
import dev.holdfast.log.StepState;
import dev.holdfast.store.Header;
import dev.holdfast.store.RunStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Runs that a run starts. The key of a child is derived from the run and the step, so a crash
 * between its start and the note of it finds the same child again and never makes a second one.
 */
public final class Calls {

  /** The error type of a child that was not waited for any longer. */
  private static final String TIMED_OUT = "java.util.concurrent.TimeoutException";

  private final LiveRun run;
  private final RunLog log;
  private final Others others;

  Calls(LiveRun run, RunLog log, Others others) {
    this.run = run;
    this.log = log;
    this.others = others;
  }

  /** What to start: asked for only when it has not been started yet. */
  public interface Request {
    NewRun get();
  }

  /** Starts the run and waits for its result. A child that fails fails this step. */
  public Json call(String step, NewRun request) {
    return call(step, "call", () -> request, null);
  }

  /**
   * Like {@link #call(String, NewRun)}.
   *
   * @param kind a word for what sort of step it is
   * @param atMost how long it waits before it fails and cancels the child
   */
  public Json call(String step, String kind, Request request, @Nullable Duration atMost) {
    var known = run.recorded(step);
    if (known != null && known.done()) {
      return known.output() == null ? Json.NULL : known.output();
    }
    if (known != null && known.status() == StepState.Status.FAILED && known.error() != null) {
      throw new StepFailedException(step, known.error(), null);
    }
    var key = "call:" + run.id() + "/" + step;
    try {
      run.enter(step);
      log.settle();
      return await(step, kind, request, key, known, atMost);
    } catch (Unwind unwind) {
      if (unwind.forGood()) {
        others.byKey(key).ifPresent(child -> others.cancel(child.id(), "its caller was cancelled"));
      }
      throw unwind;
    }
  }

  /** Starts a run of its own, which nobody here waits for. */
  public UUID start(String step, NewRun request) {
    var known = run.recorded(step);
    if (known != null && known.done() && known.output() != null) {
      return UUID.fromString(text(known.output()));
    }
    run.enter(step);
    log.settle();
    var key = request.key() == null ? "start:" + run.id() + "/" + step : request.key();
    var child = others.submit(request.calledBy(run.id(), null, key));
    var now = run.now();
    log.commit(
        new Event.StepScheduled(now, step, "start", 1, null),
        new Event.StepStarted(now, step, 1, null),
        new Event.StepCompleted(now, step, 1, quoted(child), 0));
    return child;
  }

  private Json await(
      String step,
      String kind,
      Request request,
      String key,
      @Nullable StepState known,
      @Nullable Duration atMost) {
    UUID child;
    Instant begun = run.now();
    Instant until = known == null ? null : known.dueAt();
    if (known == null || known.input() == null) {
      if (run.overrides().wantsSkip(step)) {
        return Objects.requireNonNull(run.overrides().skip(step));
      }
      child = others.submit(request.get().calledBy(run.id(), step, key));
      until = atMost == null ? null : begun.plus(atMost);
      log.buffer(
          new Event.StepScheduled(begun, step, kind, 1, until),
          new Event.StepStarted(begun, step, 1, quoted(child)));
    } else {
      child = UUID.fromString(text(known.input()));
      begun = known.scheduledAt();
    }
    // Whoever ends a run without telling its caller, a person with SQL say, is found out here.
    var ended = known == null ? null : endOf(step, child);
    if (ended == null) {
      boolean moved =
          run.await(
              "run " + child,
              until,
              () -> run.ended(step) != null || run.overrides().wantsSkip(step));
      ended = run.ended(step);
      if (ended == null) {
        others.cancel(child, moved ? "its caller skipped it" : "its caller waited no longer");
      }
      if (ended == null && moved) {
        return Objects.requireNonNull(run.overrides().skip(step));
      }
    }
    return settle(step, ended == null ? tooLate(step, child, atMost) : ended, begun);
  }

  private Event.ChildEnded tooLate(String step, UUID child, @Nullable Duration atMost) {
    var message = "run %s has not ended within %s".formatted(child, atMost);
    return new Event.ChildEnded(
        run.now(), step, child, null, new Failure(TIMED_OUT, message, null));
  }

  private Json settle(String step, Event.ChildEnded ended, Instant begun) {
    var now = run.now();
    if (ended.error() != null) {
      log.commit(new Event.StepFailed(now, step, 1, ended.error(), null));
      throw new StepFailedException(step, ended.error(), null);
    }
    var result = ended.result() == null ? Json.NULL : ended.result();
    long ms = Duration.between(begun, now).toMillis();
    log.commit(new Event.StepCompleted(now, step, 1, result, ms));
    return result;
  }

  private Event.@Nullable ChildEnded endOf(String step, UUID child) {
    return others
        .header(child)
        .filter(header -> header.state().status().terminal())
        .map(header -> endOf(step, header))
        .orElse(null);
  }

  private Event.ChildEnded endOf(String step, Header header) {
    var state = header.state();
    var result = state.result() == null ? Json.NULL : new Json(state.result());
    if (state.status() == RunStatus.SUCCEEDED) {
      return new Event.ChildEnded(run.now(), step, header.id(), result, null);
    }
    var message = Objects.requireNonNullElse(state.lastError(), "");
    var failure = new Failure(state.status().word(), message, null);
    return new Event.ChildEnded(run.now(), step, header.id(), null, failure);
  }

  private static Json quoted(UUID id) {
    return new Json("\"" + id + "\"");
  }

  private static String text(Json quoted) {
    return quoted.text().replace("\"", "");
  }
}
