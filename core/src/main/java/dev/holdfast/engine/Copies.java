package dev.holdfast.engine;

import dev.holdfast.log.Event;
import dev.holdfast.log.RunState;
import dev.holdfast.log.StepState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Makes the beginning of a run out of another one: what that had completed, learned and shown. The
 * log of a run that has ended is never written again, so running it once more is a new run.
 */
final class Copies {

  /** Steps that say how a run went wrong, which the next one need not. */
  private static final Set<String> LEFT_BEHIND = Set.of("compensate", "rollback", "branch");

  private Copies() {}

  /** The first events of a run that goes on where this one stopped. */
  static List<Event> of(RunState old, Again how, Instant now) {
    var without = new HashSet<>(how.without());
    without.addAll(how.inputs().keySet());
    without.addAll(how.skipped().keySet());
    List<Event> events = new ArrayList<>();
    events.add(created(old, how, now));
    old.versions()
        .forEach((change, number) -> events.add(new Event.VersionChosen(now, change, number)));
    events.addAll(signals(old, without));
    for (var step : old.steps().values()) {
      boolean undone = old.steps().containsKey(step.name() + "~compensate");
      boolean undoing = step.name().endsWith("~compensate");
      boolean left = undoing || LEFT_BEHIND.contains(step.kind());
      if (!undone && !left && !without.contains(step.name())) {
        copy(step, events);
      }
    }
    how.inputs()
        .forEach(
            (name, input) -> {
              events.add(new Event.StepScheduled(now, name, kindOf(old, name), 1, null));
              events.add(new Event.StepStarted(now, name, 1, input));
            });
    how.skipped()
        .forEach(
            (name, value) -> {
              events.add(new Event.StepScheduled(now, name, kindOf(old, name), 1, null));
              events.add(new Event.StepSkipped(now, name, Overrides.REASON, value));
            });
    old.published()
        .forEach((name, value) -> events.add(new Event.ValuePublished(now, name, value)));
    return events;
  }

  /**
   * The key under which a run is retried: known beforehand, so a second request for the same finds
   * the first one's run.
   */
  static String nextKey(UUID run, @Nullable String key) {
    if (key == null) {
      return "retry:" + run;
    }
    var retry = RETRY_KEY.matcher(key);
    // Whoever asked may have chosen a key that only looks like one of ours.
    return retry.matches()
        ? retry.group(1) + RETRY + (Integer.parseInt(retry.group(2)) + 1)
        : key + RETRY + 2;
  }

  private static final String RETRY = "#retry-";
  private static final Pattern RETRY_KEY =
      Pattern.compile("(.*)" + RETRY + "(\\d{1,9})", Pattern.DOTALL);

  /**
   * What was said to the run, but for decisions about its steps and what they will ask for again.
   */
  private static List<Event> signals(RunState old, Set<String> without) {
    List<Event.SignalReceived> signals = new ArrayList<>(old.signals());
    signals.removeIf(signal -> signal.name().startsWith(Overrides.RESERVED));
    for (var step : old.steps().values()) {
      boolean asksAgain = without.contains(step.name()) && Inbox.hasTaken(step);
      boolean rejected =
          step.kind().equals(Inbox.APPROVAL) && step.status() == StepState.Status.FAILED;
      if (asksAgain || rejected) {
        var name = Inbox.signalOf(step);
        signals.stream()
            .filter(signal -> signal.name().equals(name))
            .reduce((older, newer) -> newer)
            .ifPresent(signals::remove);
      }
    }
    return List.copyOf(signals);
  }

  private static String kindOf(RunState old, String step) {
    var known = old.steps().get(step);
    return known == null ? "step" : known.kind();
  }

  private static Event.RunCreated created(RunState old, Again how, Instant now) {
    var e = old.created();
    var id = old.header().id();
    return new Event.RunCreated(
        now,
        e.workflow(),
        how.input() == null ? e.input() : how.input(),
        how.key(),
        e.priority(),
        e.maxAttempts(),
        null,
        null,
        null,
        e.workflowId(),
        e.orderId(),
        e.namespace(),
        e.definition(),
        e.headers(),
        null,
        e.origin() == null ? id : e.origin(),
        id);
  }

  private static void copy(StepState step, List<Event> events) {
    var at = step.scheduledAt();
    var name = step.name();
    if (step.done() || step.checkpoint() != null) {
      events.add(new Event.StepScheduled(at, name, step.kind(), step.attempt(), step.dueAt()));
      events.add(new Event.StepStarted(at, name, step.attempt(), step.input()));
    }
    if (step.done()) {
      var end = step.finishedAt() == null ? at : step.finishedAt();
      var output = step.output() == null ? dev.holdfast.log.Json.NULL : step.output();
      boolean skipped = step.status() == StepState.Status.SKIPPED;
      events.add(
          skipped
              ? new Event.StepSkipped(end, name, "as before", step.output())
              : new Event.StepCompleted(end, name, step.attempt(), output, 0));
    } else if (step.checkpoint() != null) {
      events.add(new Event.StepCheckpointed(at, name, step.attempt(), step.checkpoint()));
    }
  }
}
