package dev.holdfast.log;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Ways in which a good log can be damaged, each of which breaks a rule. */
enum Mutation {
  RUN_CREATED_IS_MISSING,
  RUN_CREATED_COMES_LATER,
  RUN_CREATED_TWICE,
  SOMETHING_AFTER_THE_END,
  TWO_ENDS,
  STARTED_WITHOUT_SCHEDULED,
  STARTED_BEFORE_SCHEDULED,
  ENDED_WITHOUT_STARTED,
  ENDED_BEFORE_STARTED,
  COMPLETED_TWICE,
  COMPLETED_AFTER_FAILED,
  FAILED_TWICE,
  SCHEDULED_AFTER_DONE,
  STARTED_AFTER_DONE,
  CHECKPOINTED_AFTER_DONE,
  SKIPPED_AFTER_DONE,
  SCHEDULED_AGAIN_AFTER_FAILED,
  BACK_TO_AN_OLDER_ATTEMPT,
  LATE_END_OF_AN_OLDER_ATTEMPT,
  REGISTERED_TWICE,
  CURSOR_GOES_BACK,
  SENT_WITHOUT_ENQUEUED,
  SENT_BEFORE_ENQUEUED,
  ENQUEUED_TWICE,
  SENT_TWICE;

  /** The log damaged in this way at every place where that is possible. */
  List<List<Event>> everywhere(List<Event> log) {
    List<List<Event>> damaged = new ArrayList<>();
    for (int i = 0; i < log.size(); i++) {
      var mutant = at(log, i);
      if (!mutant.equals(log)) {
        damaged.add(mutant);
      }
    }
    return damaged;
  }

  private List<Event> at(List<Event> log, int i) {
    var event = log.get(i);
    return switch (this) {
      case RUN_CREATED_IS_MISSING -> i == 0 ? without(log, 0) : log;
      case RUN_CREATED_COMES_LATER -> i > 0 ? swapped(log, 0, i) : log;
      case RUN_CREATED_TWICE -> with(log, i + 1, log.getFirst());
      case SOMETHING_AFTER_THE_END -> ends(log) ? with(log, log.size(), event) : log;
      case TWO_ENDS -> ends(log) && i > 0 ? with(log, i, log.getLast()) : log;
      case STARTED_WITHOUT_SCHEDULED ->
          event instanceof Event.StepScheduled e && onlySchedule(log, e) && startedAfter(log, i, e)
              ? without(log, i)
              : log;
      case STARTED_BEFORE_SCHEDULED ->
          event instanceof Event.StepScheduled e
                  && onlySchedule(log, e)
                  && i + 1 < log.size()
                  && log.get(i + 1) instanceof Event.StepStarted next
                  && next.step().equals(e.step())
              ? swapped(log, i, i + 1)
              : log;
      case ENDED_WITHOUT_STARTED ->
          event instanceof Event.StepStarted e && onlyStart(log, e) && endOf(log, e) > i
              ? without(log, i)
              : log;
      case ENDED_BEFORE_STARTED ->
          event instanceof Event.StepStarted e && onlyStart(log, e) && endOf(log, e) > i
              ? swapped(log, i, endOf(log, e))
              : log;
      case COMPLETED_TWICE -> event instanceof Event.StepCompleted ? twice(log, i) : log;
      case COMPLETED_AFTER_FAILED ->
          event instanceof Event.StepFailed e
              ? with(log, i + 1, completed(e.step(), e.attempt()))
              : log;
      case FAILED_TWICE -> event instanceof Event.StepFailed ? twice(log, i) : log;
      case SCHEDULED_AFTER_DONE ->
          done(event) ? with(log, i + 1, scheduled(stepOf(event), 99)) : log;
      case STARTED_AFTER_DONE ->
          done(event) ? with(log, i + 1, new Event.StepStarted(at(), stepOf(event), 1, null)) : log;
      case CHECKPOINTED_AFTER_DONE ->
          done(event)
              ? with(log, i + 1, new Event.StepCheckpointed(at(), stepOf(event), 1, Json.NULL))
              : log;
      case SKIPPED_AFTER_DONE ->
          done(event)
              ? with(log, i + 1, new Event.StepSkipped(at(), stepOf(event), "late", null))
              : log;
      default -> more(log, i);
    };
  }

  private List<Event> more(List<Event> log, int i) {
    var event = log.get(i);
    return switch (this) {
      case SCHEDULED_AGAIN_AFTER_FAILED ->
          event instanceof Event.StepFailed e
              ? with(log, i + 1, scheduled(e.step(), e.attempt()))
              : log;
      case BACK_TO_AN_OLDER_ATTEMPT ->
          event instanceof Event.StepScheduled e && e.attempt() > 1
              ? with(log, i + 1, scheduled(e.step(), e.attempt() - 1))
              : log;
      case LATE_END_OF_AN_OLDER_ATTEMPT ->
          event instanceof Event.StepScheduled e && e.attempt() > 1
              ? with(log, i + 1, completed(e.step(), e.attempt() - 1))
              : log;
      case REGISTERED_TWICE -> event instanceof Event.TriggerRegistered ? twice(log, i) : log;
      case CURSOR_GOES_BACK ->
          event instanceof Event.TriggerCursorAdvanced e && !e.cursor().equals("0")
              ? with(log, i + 1, cursor(e.step(), Integer.parseInt(e.cursor()) - 1))
              : log;
      case SENT_WITHOUT_ENQUEUED ->
          event instanceof Event.OutboxEnqueued e && sentAt(log, e) > 0 ? without(log, i) : log;
      case SENT_BEFORE_ENQUEUED ->
          event instanceof Event.OutboxEnqueued e && sentAt(log, e) > 0
              ? swapped(log, i, sentAt(log, e))
              : log;
      case ENQUEUED_TWICE -> event instanceof Event.OutboxEnqueued ? twice(log, i) : log;
      case SENT_TWICE -> event instanceof Event.OutboxSent ? twice(log, i) : log;
      default -> throw new AssertionError(this);
    };
  }

  // ---- damaging ------------------------------------------------------------------------------

  private static List<Event> without(List<Event> log, int i) {
    List<Event> copy = new ArrayList<>(log);
    copy.remove(i);
    return copy;
  }

  private static List<Event> with(List<Event> log, int i, Event event) {
    List<Event> copy = new ArrayList<>(log);
    copy.add(i, event);
    return copy;
  }

  private static List<Event> twice(List<Event> log, int i) {
    return with(log, i + 1, log.get(i));
  }

  private static List<Event> swapped(List<Event> log, int i, int j) {
    List<Event> copy = new ArrayList<>(log);
    copy.set(i, log.get(j));
    copy.set(j, log.get(i));
    return copy;
  }

  // ---- looking -------------------------------------------------------------------------------

  private static boolean ends(List<Event> log) {
    return log.getLast() instanceof Event.RunCompleted
        || log.getLast() instanceof Event.RunFailed
        || log.getLast() instanceof Event.RunCancelled;
  }

  private static boolean done(Event event) {
    return event instanceof Event.StepCompleted || event instanceof Event.StepSkipped;
  }

  private static String stepOf(Event event) {
    return ((Event.OfStep) event).step();
  }

  private static boolean onlySchedule(List<Event> log, Event.StepScheduled one) {
    return log.stream()
            .filter(
                event ->
                    event instanceof Event.StepScheduled e
                        && e.step().equals(one.step())
                        && e.attempt() == one.attempt())
            .count()
        == 1;
  }

  private static boolean startedAfter(List<Event> log, int i, Event.StepScheduled one) {
    return log.subList(i, log.size()).stream()
        .anyMatch(
            event ->
                event instanceof Event.StepStarted e
                    && e.step().equals(one.step())
                    && e.attempt() == one.attempt());
  }

  private static boolean onlyStart(List<Event> log, Event.StepStarted one) {
    return log.stream()
            .filter(
                event ->
                    event instanceof Event.StepStarted e
                        && e.step().equals(one.step())
                        && e.attempt() == one.attempt())
            .count()
        == 1;
  }

  /** Where the attempt ends, or 0. */
  private static int endOf(List<Event> log, Event.StepStarted one) {
    for (int i = 0; i < log.size(); i++) {
      boolean ends =
          switch (log.get(i)) {
            case Event.StepCompleted e ->
                e.step().equals(one.step()) && e.attempt() == one.attempt();
            case Event.StepFailed e -> e.step().equals(one.step()) && e.attempt() == one.attempt();
            default -> false;
          };
      if (ends) {
        return i;
      }
    }
    return 0;
  }

  private static int sentAt(List<Event> log, Event.OutboxEnqueued one) {
    for (int i = 0; i < log.size(); i++) {
      if (log.get(i) instanceof Event.OutboxSent e && e.messageId().equals(one.messageId())) {
        return i;
      }
    }
    return 0;
  }

  // ---- events --------------------------------------------------------------------------------

  private static Event scheduled(String step, int attempt) {
    return new Event.StepScheduled(at(), step, "step", attempt, null);
  }

  private static Event completed(String step, int attempt) {
    return new Event.StepCompleted(at(), step, attempt, Json.NULL, 1);
  }

  private static Event cursor(String step, int cursor) {
    return new Event.TriggerCursorAdvanced(at(), step, "" + cursor, 1);
  }

  private static Instant at() {
    return Histories.START;
  }
}
