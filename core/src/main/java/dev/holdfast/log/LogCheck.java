package dev.holdfast.log;

import dev.holdfast.store.Entry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What must be true of every log, checked on one that is already written. The fold trusts a log;
 * this does not. Each broken rule is one sentence that names the event by its seq.
 *
 * <ul>
 *   <li>Events are numbered from 1 without a gap, each number once.
 *   <li>A run is created once, before anything else.
 *   <li>It ends at most once, and nothing follows.
 *   <li>An attempt is scheduled, then started, then checkpoints and writes lines any number of
 *       times, and ends once. A node that took the run over may schedule and start it again.
 *   <li>A step that is completed or skipped is left alone.
 *   <li>A trigger is registered once, and its cursor never goes back.
 *   <li>A message is enqueued once, and after that sent at most once.
 * </ul>
 */
public final class LogCheck {

  /** What was seen of one step. */
  private static final class Step {
    final Set<Integer> scheduled = new HashSet<>();
    final Set<Integer> started = new HashSet<>();
    final Map<Integer, Long> failedAt = new HashMap<>();
    int newestAttempt;
    long doneAt;
  }

  private final UUID run;
  private final List<String> violations = new ArrayList<>();
  private final Map<String, Step> steps = new HashMap<>();
  private final Map<String, Long> registered = new HashMap<>();
  private final Map<String, String> cursors = new HashMap<>();
  private final Map<String, Long> enqueued = new HashMap<>();
  private final Map<String, Long> sent = new HashMap<>();
  private long seq;
  private long endedAt;

  private LogCheck(UUID run) {
    this.run = run;
  }

  /** The rules that these events, all of a run's from its first, break; empty when none. */
  public static List<String> violations(UUID run, List<Event> events) {
    var check = new LogCheck(run);
    if (events.isEmpty()) {
      return List.of("Event 1 of run " + run + ", RunCreated, is missing: the log is empty.");
    }
    events.forEach(check::add);
    return List.copyOf(check.violations);
  }

  /** Where the numbers of these entries, all of a run's in their order, do not join. */
  public static List<String> gaps(List<Entry> entries) {
    List<String> gaps = new ArrayList<>();
    long next = 1;
    for (var entry : entries) {
      if (!entry.run().equals(entries.getFirst().run())) {
        gaps.add("Entry %d belongs to another run, %s.".formatted(entry.seq(), entry.run()));
        continue;
      }
      if (entry.count() < 1) {
        gaps.add("Entry %d of run %s has no events.".formatted(entry.seq(), entry.run()));
      }
      if (entry.seq() > next) {
        gaps.add(
            "Events %d to %d of run %s are missing before entry %d."
                .formatted(next, entry.seq() - 1, entry.run(), entry.seq()));
      } else if (entry.seq() < next) {
        gaps.add(
            "Entry %d of run %s begins before event %d, where the one before it ends."
                .formatted(entry.seq(), entry.run(), next - 1));
      }
      next = Math.max(next, entry.lastSeq() + 1);
    }
    return List.copyOf(gaps);
  }

  private void add(Event event) {
    seq++;
    if (seq == 1 && !(event instanceof Event.RunCreated)) {
      broken(event, "is the first, where RunCreated must be");
    }
    if (endedAt > 0) {
      broken(event, "follows event %d, which ended the run".formatted(endedAt));
      return;
    }
    switch (event) {
      case Event.RunCreated e -> {
        if (seq > 1) {
          broken(e, "creates the run again");
        }
      }
      case Event.RunCompleted e -> endedAt = seq;
      case Event.RunFailed e -> endedAt = seq;
      case Event.RunCancelled e -> endedAt = seq;
      case Event.OfStep e -> ofStep(e);
      default -> {}
    }
  }

  private void ofStep(Event.OfStep event) {
    switch (event) {
      case Event.StepScheduled e -> scheduled(e);
      case Event.StepStarted e -> started(e);
      case Event.StepCheckpointed e -> inAttempt(e, e.attempt());
      case Event.StepLogged e -> inAttempt(e, e.attempt());
      case Event.StepCompleted e -> {
        if (inAttempt(e, e.attempt())) {
          step(e).doneAt = seq;
        }
      }
      case Event.StepFailed e -> {
        if (inAttempt(e, e.attempt())) {
          step(e).failedAt.put(e.attempt(), seq);
        }
      }
      case Event.StepSkipped e -> {
        if (stillOpen(e)) {
          step(e).doneAt = seq;
        }
      }
      case Event.ChildEnded e -> {}
      case Event.TriggerRegistered e ->
          once(e, registered.putIfAbsent(e.step(), seq), "registers the trigger again");
      case Event.TriggerInputReceived e -> {}
      case Event.TriggerCursorAdvanced e -> advanced(e);
      case Event.OutboxEnqueued e ->
          once(
              e,
              enqueued.putIfAbsent(e.messageId(), seq),
              "enqueues message %s again".formatted(e.messageId()));
      case Event.OutboxSent e -> sent(e);
    }
  }

  private void scheduled(Event.StepScheduled e) {
    if (stillOpen(e) && current(e, e.attempt())) {
      step(e).scheduled.add(e.attempt());
      step(e).newestAttempt = e.attempt();
    }
  }

  private void started(Event.StepStarted e) {
    if (!stillOpen(e) || !current(e, e.attempt())) {
      return;
    }
    if (!step(e).scheduled.contains(e.attempt())) {
      broken(e, "has no StepScheduled of attempt %d before it".formatted(e.attempt()));
    }
    // Counted as started all the same, so that one mistake is not reported for all that follows.
    step(e).started.add(e.attempt());
  }

  private boolean inAttempt(Event.OfStep e, int attempt) {
    if (!stillOpen(e) || !current(e, attempt)) {
      return false;
    }
    if (!step(e).started.contains(attempt)) {
      broken(e, "has no StepStarted of attempt %d before it".formatted(attempt));
    }
    return true;
  }

  private boolean stillOpen(Event.OfStep e) {
    long doneAt = step(e).doneAt;
    if (doneAt > 0) {
      broken(e, "comes after the step was done at event %d".formatted(doneAt));
    }
    return doneAt == 0;
  }

  private boolean current(Event.OfStep e, int attempt) {
    var step = step(e);
    var failedAt = step.failedAt.get(attempt);
    if (failedAt != null) {
      broken(e, "belongs to attempt %d, which failed at event %d".formatted(attempt, failedAt));
      return false;
    }
    if (attempt < step.newestAttempt) {
      broken(e, "goes back to attempt %d from attempt %d".formatted(attempt, step.newestAttempt));
      return false;
    }
    return true;
  }

  private void advanced(Event.TriggerCursorAdvanced e) {
    var before = cursors.getOrDefault(e.step(), "");
    if (Cursors.compare(e.cursor(), before) < 0) {
      broken(e, "takes the cursor back from %s to %s".formatted(before, e.cursor()));
    } else {
      cursors.put(e.step(), e.cursor());
    }
  }

  private void sent(Event.OutboxSent e) {
    if (!enqueued.containsKey(e.messageId())) {
      broken(e, "has no OutboxEnqueued of message %s before it".formatted(e.messageId()));
    }
    once(
        e, sent.putIfAbsent(e.messageId(), seq), "sends message %s again".formatted(e.messageId()));
  }

  private void once(Event event, @Nullable Long firstAt, String mistake) {
    if (firstAt != null) {
      broken(event, "%s after event %d".formatted(mistake, firstAt));
    }
  }

  private Step step(Event.OfStep e) {
    return steps.computeIfAbsent(e.step(), name -> new Step());
  }

  private void broken(Event event, String rule) {
    var what = event.getClass().getSimpleName();
    var of = event instanceof Event.OfStep e ? " of step " + e.step() : "";
    violations.add("Event %d of run %s, %s%s, %s.".formatted(seq, run, what, of, rule));
  }
}
