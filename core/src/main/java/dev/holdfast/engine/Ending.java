package dev.holdfast.engine;

import dev.holdfast.StepFailedException;
import dev.holdfast.log.Event;
import dev.holdfast.log.EventCodec;
import dev.holdfast.log.Failure;
import dev.holdfast.log.Json;
import dev.holdfast.log.RunState;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * How a run ends: what its program makes of it, what has to be undone, and who has to be told.
 *
 * <p>A run that was called tells its caller before it ends. Its end is fixed in its own log first,
 * as a message in its outbox; then the caller is told; then the end and the sending are written
 * together. A crash anywhere in between leaves a run that is not terminal, is claimed again, and
 * goes on from the outbox. So a caller never waits for a run that has ended without a word, and
 * nobody has to look every now and then.
 */
final class Ending {

  private static final String TO_CALLER = "caller";

  /** Keeps an event in one piece; the message that holds it is put aside if it is large. */
  private static final EventCodec WHOLE = new EventCodec(Integer.MAX_VALUE);

  private final Clock clock;
  private final BiConsumer<UUID, Event.ChildEnded> tell;

  /**
   * @param tell speaks to a run
   */
  Ending(Clock clock, BiConsumer<UUID, Event.ChildEnded> tell) {
    this.clock = clock;
    this.tell = tell;
  }

  /** Runs the program and writes how it ends, unless it does not end here. */
  void advance(LiveRun run, Program program) {
    var message = run.replayed().outbox().get(TO_CALLER);
    if (message != null) {
      finish(run, EventCodec.decode(message.data().text(), hash -> "").getFirst(), true);
      return;
    }
    var end = endOf(run, program);
    if (end != null) {
      finish(run, end, false);
    }
  }

  /** Ends the run as given, without asking its program. */
  void finish(LiveRun run, Event end, boolean announced) {
    var created = run.replayed().created();
    if (created.parentRun() == null || created.parentStep() == null) {
      run.log().commit(end);
      run.ended(end);
      return;
    }
    var step = created.parentStep();
    if (!announced) {
      var data = new Json(WHOLE.encode(List.of(end)).events());
      run.log().commit(new Event.OutboxEnqueued(clock.now(), step, TO_CALLER, TO_CALLER, data));
    }
    tell.accept(created.parentRun(), toCaller(run.id(), step, end));
    run.log().commit(new Event.OutboxSent(clock.now(), step, TO_CALLER, TO_CALLER), end);
    run.ended(end);
  }

  private static Event.ChildEnded toCaller(UUID child, String step, Event end) {
    return switch (end) {
      case Event.RunCompleted e -> new Event.ChildEnded(e.at(), step, child, e.result(), null);
      case Event.RunFailed e -> new Event.ChildEnded(e.at(), step, child, null, e.error());
      default -> {
        var reason = end instanceof Event.RunCancelled e ? e.reason() : "";
        yield new Event.ChildEnded(
            end.at(), step, child, null, new Failure("Cancelled", reason, null));
      }
    };
  }

  /** How the run ends; null when it does not end here. */
  private @Nullable Event endOf(LiveRun run, Program program) {
    if (hasNotBegun(run.replayed()) && run.halt().cancelReason() != null) {
      return cancelled(run);
    }
    Failure failure;
    String step = null;
    try {
      var result = program.run(run);
      if (run.interruption() == null) {
        return completed(run, result);
      }
      return unwound(run, Objects.requireNonNull(run.interruption()));
    } catch (Unwind unwind) {
      return unwound(run, unwind);
    } catch (StepFailedException failed) {
      failure = failed.failure();
      step = failed.step();
    } catch (Throwable error) {
      failure = Failure.of(error);
    }
    var interruption = run.interruption();
    if (interruption != null) {
      // Whatever it threw, it threw because it was stopped.
      return unwound(run, interruption);
    }
    return diverges(run) ? null : failed(run, failure, step);
  }

  private @Nullable Event completed(LiveRun run, Json result) {
    if (diverges(run)) {
      return null;
    }
    var now = clock.now();
    var took = Duration.between(run.replayed().created().at(), now);
    return new Event.RunCompleted(now, result, took.toMillis());
  }

  private @Nullable Event unwound(LiveRun run, Unwind unwind) {
    return switch (unwind.reason()) {
      case PARKED, LOST -> null;
      case FAILED -> {
        var failure = Objects.requireNonNull(run.halt().failure());
        yield failed(run, failure, stepOf(run.replayed(), failure));
      }
      case CANCELLED, BRANCH_CANCELLED -> cancelled(run);
    };
  }

  private @Nullable Event failed(LiveRun run, Failure failure, @Nullable String step) {
    return undone(
        run,
        () -> run.facts().rollback(failure),
        errors -> new Event.RunFailed(clock.now(), Undo.combined(failure, errors), step, false));
  }

  private @Nullable Event cancelled(LiveRun run) {
    var reason = Objects.requireNonNullElse(run.halt().cancelReason(), "");
    return undone(
        run,
        () -> {},
        errors -> {
          var now = clock.now();
          var failure = new Failure("Cancelled", reason, null);
          return errors.isEmpty()
              ? new Event.RunCancelled(now, reason)
              : new Event.RunFailed(now, Undo.combined(failure, errors), null, false);
        });
  }

  private interface End {
    Event after(List<StepFailedException> errors);
  }

  /** Undoes what was done, once it is on record that this has begun. */
  private static @Nullable Event undone(LiveRun run, Runnable decide, End end) {
    if (run.undo().isEmpty()) {
      return end.after(List.of());
    }
    var outcome = new Event[1];
    try {
      run.shielded(
          () -> {
            decide.run();
            outcome[0] = end.after(run.undo().run());
          });
    } catch (Unwind parked) {
      return null;
    }
    return outcome[0];
  }

  private static boolean diverges(LiveRun run) {
    var missing = run.missing();
    if (missing.isEmpty()) {
      return false;
    }
    // The pause is written, and that is all there is to do here.
    run.diverged(missing);
    return true;
  }

  private static boolean hasNotBegun(RunState state) {
    return state.steps().isEmpty();
  }

  /** The step that failed like this, if there is one. */
  private static @Nullable String stepOf(RunState state, Failure failure) {
    return state.steps().values().stream()
        .filter(step -> failure.equals(step.error()) && !step.name().equals(Facts.ROLLBACK))
        .map(step -> step.name())
        .findFirst()
        .orElse(null);
  }
}
