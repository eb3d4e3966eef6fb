package dev.holdfast.engine;

import dev.holdfast.StepFailedException;
import dev.holdfast.log.Event;
import dev.holdfast.log.Failure;
import dev.holdfast.log.Json;
import dev.holdfast.log.StepState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a run's code learns or decides without executing anything: signals taken, the time, versions
 * and winners chosen, values shown. Found again by name, like steps.
 */
public final class Facts {

  /** The step that says that the run has failed and is being undone. */
  static final String ROLLBACK = "~rollback";

  private final LiveRun run;
  private final RunLog log;
  private final Inbox inbox;
  private final ConcurrentHashMap<String, Integer> versions;
  private final Set<String> marked = ConcurrentHashMap.newKeySet();

  /** Held while a signal is taken and noted, so that signals are noted in the order of taking. */
  private final ReentrantLock taking = new ReentrantLock();

  Facts(LiveRun run, RunLog log, Inbox inbox) {
    this.run = run;
    this.log = log;
    this.inbox = inbox;
    this.versions = new ConcurrentHashMap<>(run.replayed().versions());
  }

  /**
   * Waits for the next signal of this name; empty when the time is over first. Both are recorded,
   * so a replay agrees.
   */
  public Optional<Json> signal(String step, String signal, @Nullable Duration atMost) {
    return signal(new SignalWait(step, signal, Inbox.KIND, null, atMost, null, value -> null));
  }

  /** Like {@link #signal(String, String, Duration)}, with all there is to say about the wait. */
  public Optional<Json> signal(SignalWait wait) {
    var step = wait.step();
    var known = run.recorded(step);
    if (known != null && known.done()) {
      return known.status() == StepState.Status.SKIPPED && known.output() == null
          ? Optional.empty()
          : Optional.of(output(known));
    }
    if (known != null && known.status() == StepState.Status.FAILED && known.error() != null) {
      throw new StepFailedException(step, known.error(), null);
    }
    run.enter(step);
    var until = begin(wait, known);
    var signal = wait.signal();
    while (run.await(
        "signal " + signal, until, () -> inbox.has(signal) || run.overrides().wantsSkip(step))) {
      var skipped = run.overrides().skip(step);
      var value = skipped == null ? take(wait, attemptOf(known)) : Optional.of(skipped);
      if (value.isPresent()) {
        return value;
      }
    }
    if (wait.onTimeout() == null) {
      log.commit(new Event.StepSkipped(run.now(), step, "no signal in time", null));
      return Optional.empty();
    }
    log.commit(new Event.StepFailed(run.now(), step, attemptOf(known), wait.onTimeout(), null));
    throw new StepFailedException(step, wait.onTimeout(), null);
  }

  private @Nullable Instant begin(SignalWait wait, @Nullable StepState known) {
    if (known != null) {
      return known.dueAt();
    }
    var now = run.now();
    var until = wait.atMost() == null ? null : now.plus(wait.atMost());
    log.buffer(
        new Event.StepScheduled(now, wait.step(), wait.kind(), 1, until),
        new Event.StepStarted(now, wait.step(), 1, wait.input()));
    return until;
  }

  private static int attemptOf(@Nullable StepState known) {
    return known == null ? 1 : known.attempt();
  }

  /** Notes that this step is not executed. It needs no commit of its own, as in {@link #choose}. */
  public void skip(String step, String kind, String reason) {
    if (run.recorded(step) == null) {
      run.enter(step);
      var now = run.now();
      log.choose(
          new Event.StepScheduled(now, step, kind, 1, null),
          new Event.StepSkipped(now, step, reason, null));
    }
  }

  /** What a person wants this step, which has not begun, to result in instead; null when nobody. */
  public @Nullable Json skipWanted(String step) {
    return run.recorded(step) == null ? run.overrides().skip(step) : null;
  }

  /** Whether a person's decision, heard in this life, took the place of the step's own result. */
  public boolean wasSkipped(String step) {
    return run.overrides().wasSkipped(step);
  }

  /**
   * Notes that a step begins which consists of others, and what it was given; what an earlier life
   * noted counts.
   */
  public Json begin(String step, String kind, Supplier<Json> input) {
    var known = run.recorded(step);
    if (known != null && known.input() != null) {
      return known.input();
    }
    run.enter(step);
    var given = input.get();
    var now = run.now();
    int attempt = attemptOf(known);
    log.choose(
        new Event.StepScheduled(now, step, kind, attempt, null),
        new Event.StepStarted(now, step, attempt, given));
    return given;
  }

  /** Notes the result of such a step; returns when it is durable. */
  public void complete(String step, Json output) {
    var known = run.recorded(step);
    var now = run.now();
    long ms = known == null ? 0 : Duration.between(known.scheduledAt(), now).toMillis();
    log.commit(new Event.StepCompleted(now, step, attemptOf(known), output, ms));
  }

  /** Notes that such a step has failed. */
  public void fail(String step, Failure failure) {
    log.commit(new Event.StepFailed(run.now(), step, attemptOf(run.recorded(step)), failure, null));
  }

  /** A value that is chosen once and then stays, like the time. */
  public Json choose(String name, String kind, Supplier<Json> choice) {
    var known = run.recorded(name);
    if (known != null && known.done()) {
      return output(known);
    }
    run.enter(name);
    var value = choice.get();
    var now = run.now();
    log.choose(
        new Event.StepScheduled(now, name, kind, 1, null),
        new Event.StepStarted(now, name, 1, null),
        new Event.StepCompleted(now, name, 1, value, 0));
    return value;
  }

  /** Which side of a change the run is on; decided once for the whole run. */
  public int version(String change, IntSupplier choice) {
    return versions.computeIfAbsent(
        change,
        name -> {
          int version = choice.getAsInt();
          log.choose(new Event.VersionChosen(run.now(), change, version));
          return version;
        });
  }

  /** Shows a value to the outside under a name. */
  public void publish(String step, String name, Json value) {
    var known = run.recorded(step);
    if (known != null && known.done()) {
      return;
    }
    run.enter(step);
    var now = run.now();
    log.choose(
        new Event.StepScheduled(now, step, "publish", 1, null),
        new Event.StepStarted(now, step, 1, null),
        new Event.ValuePublished(now, name, value),
        new Event.StepCompleted(now, step, 1, Json.NULL, 0));
  }

  /**
   * Which branch is the first to end. That the others go no further is noted together with it: no
   * life of the run must know one without the other.
   */
  public int race(String name, List<String> branches, IntSupplier first) {
    var known = run.recorded(name);
    if (known != null && known.done()) {
      return Integer.parseInt(output(known).text());
    }
    run.enter(name);
    int winner = first.getAsInt();
    List<Event> events = new ArrayList<>();
    for (int i = 0; i < branches.size(); i++) {
      if (i != winner) {
        events.addAll(marker(branches.get(i)));
      }
    }
    var now = run.now();
    events.add(new Event.StepScheduled(now, name, "race", 1, null));
    events.add(new Event.StepStarted(now, name, 1, null));
    events.add(new Event.StepCompleted(now, name, 1, new Json(String.valueOf(winner)), 0));
    log.choose(events.toArray(Event[]::new));
    return winner;
  }

  /** Notes that this branch goes no further, in this life or any other. */
  public void branchCancelled(String branch) {
    var marker = marker(branch);
    if (!marker.isEmpty()) {
      log.buffer(marker.toArray(Event[]::new));
    }
  }

  private List<Event> marker(String branch) {
    var marker = cancelled(branch);
    if (run.recorded(marker) != null || !marked.add(marker)) {
      return List.of();
    }
    var now = run.now();
    return List.of(
        new Event.StepScheduled(now, marker, "branch", 1, null),
        new Event.StepSkipped(now, marker, "another branch was first", null));
  }

  /** The step that says that a branch was cancelled. */
  static String cancelled(String branch) {
    return branch + "~cancelled";
  }

  /** Decides, for every life of this run, that it has failed: only its undoing goes on. */
  void rollback(Failure why) {
    if (run.recorded(ROLLBACK) == null) {
      var now = run.now();
      log.commit(
          new Event.StepScheduled(now, ROLLBACK, "rollback", 1, null),
          new Event.StepStarted(now, ROLLBACK, 1, null),
          new Event.StepFailed(now, ROLLBACK, 1, why, null));
    }
  }

  private Optional<Json> take(SignalWait wait, int attempt) {
    var step = wait.step();
    long noted;
    Json value;
    Failure failure;
    taking.lock();
    try {
      var taken = inbox.take(wait.signal());
      if (taken == null) {
        return Optional.empty();
      }
      value = taken.value();
      var now = run.now();
      long ms = Duration.between(taken.at(), now).toMillis();
      failure = wait.verdict().apply(value);
      noted =
          log.buffer(
              failure == null
                  ? new Event.StepCompleted(now, step, attempt, value, ms)
                  : new Event.StepFailed(now, step, attempt, failure, null));
    } finally {
      taking.unlock();
    }
    log.awaitDurable(noted);
    if (failure != null) {
      throw new StepFailedException(step, failure, null);
    }
    return Optional.of(value);
  }

  private static Json output(StepState step) {
    return step.output() == null ? Json.NULL : step.output();
  }
}
