package dev.holdfast.server.api;

import dev.holdfast.log.Event;
import dev.holdfast.log.Failure;
import dev.holdfast.log.RunState;
import dev.holdfast.store.RunPhase;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a run is doing, in one plain sentence that answers "what does it do, what does it wait for,
 * do I have to act". The only place where such sentences are made: pages and the command line say
 * the same.
 *
 * @param done steps that are over
 * @param total steps that are known of
 */
record RunSummary(RunPhase phase, String sentence, int done, int total) {

  private static final int NAMES_MAX = 3;

  static RunSummary of(RunState state, List<Event> events, List<StepRow> steps) {
    var phase = RunPhase.of(state.header().state());
    var counted = steps.stream().filter(StepRow::planned).toList();
    // Code has no plan, so what it has begun is all that is known.
    var all = counted.isEmpty() ? steps : counted;
    int done = (int) all.stream().filter(StepRow::done).count();
    var sentence = new Words(state, events, steps).of(phase);
    return new RunSummary(phase, sentence, done, all.size());
  }

  private record Words(RunState state, List<Event> events, List<StepRow> steps) {

    String of(RunPhase phase) {
      return switch (phase) {
        case PENDING -> pending();
        case RUNNING -> cancelling() + running();
        case RETRYING -> cancelling() + retrying();
        case WAITING -> cancelling() + waiting();
        case PAUSED -> paused();
        case COMPLETED -> completed();
        case FAILED -> failed();
        case CANCELLED -> "Cancelled" + because(state.header().state().lastError()) + undone();
      };
    }

    private String cancelling() {
      return state.cancelRequested() ? "Is being cancelled. " : "";
    }

    private String pending() {
      var header = state.header();
      var due = header.state().runAt();
      var known = events.getLast().at();
      if (due != null && due.isAfter(known)) {
        return "Begins " + at(due) + ".";
      }
      return "Waits for a node, with priority " + header.priority() + ".";
    }

    private String running() {
      var busy = in(StepRow.Phase.RUNNING);
      if (busy.isEmpty()) {
        var waits = in(StepRow.Phase.WAITING);
        return waits.isEmpty() ? "Is between two steps." : waits(waits);
      }
      var verb = busy.size() == 1 ? " is running" : " are running";
      return names(busy) + verb + attempt(busy) + ".";
    }

    private static String attempt(List<StepRow> busy) {
      int number = busy.size() == 1 ? busy.getFirst().attempts().size() : 1;
      return number > 1 ? ", attempt " + number : "";
    }

    private String retrying() {
      var failing = in(StepRow.Phase.RETRYING);
      if (failing.isEmpty()) {
        return running();
      }
      var own = failing.stream().filter(step -> loopOf(step) == null).toList();
      var loops = failing.stream().map(this::loopOf).filter(Objects::nonNull).distinct().toList();
      List<String> said = new ArrayList<>();
      if (own.size() > NAMES_MAX) {
        said.add("%d steps have failed and are tried again: %s.".formatted(own.size(), names(own)));
      } else {
        own.stream().map(Words::retry).forEach(said::add);
      }
      loops.stream().map(this::loop).forEach(said::add);
      var busy =
          in(StepRow.Phase.RUNNING).stream()
              .filter(step -> !loops.contains(step) && !loops.contains(loopOf(step)))
              .toList();
      if (!busy.isEmpty()) {
        said.add(names(busy) + (busy.size() == 1 ? " goes on." : " go on."));
      }
      return String.join(" ", said);
    }

    /** The step of the plan whose items this is a part of: {@code print} of {@code print[7]/a}. */
    private @Nullable StepRow loopOf(StepRow step) {
      int item = step.name().indexOf('[');
      var name = item < 0 ? "" : step.name().substring(0, item);
      return steps.stream()
          .filter(one -> one.planned() && one.name().equals(name))
          .findFirst()
          .orElse(null);
    }

    /** A loop as a whole; which of its items fail is for the page to show. */
    private String loop(StepRow loop) {
      var inside = steps.stream().filter(step -> loop.equals(loopOf(step))).toList();
      var failing = inside.stream().filter(step -> step.phase() == StepRow.Phase.RETRYING).toList();
      var known = failing.getFirst().state();
      return "%s goes on: %d done, %d failing%s."
          .formatted(
              loop.name(),
              inside.stream().filter(StepRow::done).count(),
              failing.size(),
              with(known == null ? null : known.error()));
    }

    private static String retry(StepRow step) {
      var known = step.state();
      var retryAt = known == null ? null : known.retryAt();
      var again =
          retryAt == null
              ? "attempt %d is running".formatted(step.attempts().size())
              : "is tried again " + at(retryAt);
      return "%s failed %s%s and %s."
          .formatted(
              step.name(),
              times(step.failures()),
              with(known == null ? null : known.error()),
              retryAt == null ? "now " + again : again);
    }

    private String waiting() {
      var waits = in(StepRow.Phase.WAITING);
      if (!waits.isEmpty()) {
        return waits(waits);
      }
      var header = state.header().state();
      var until = header.runAt() == null ? "" : ", until " + at(header.runAt()).substring(3);
      return "Waits for %s%s.".formatted(header.waitingFor(), until);
    }

    private static String waits(List<StepRow> waits) {
      return waits.stream().limit(NAMES_MAX).map(Words::wait).collect(Collectors.joining(" "));
    }

    private static String wait(StepRow step) {
      var known = step.state();
      var due = known == null ? null : known.dueAt();
      var until = due == null ? "" : ", until " + at(due).substring(3);
      return switch (step.type()) {
        case "sleep" -> "Sleeps in %s%s.".formatted(step.name(), until);
        case "signal" -> "Waits for the signal %s%s.".formatted(step.name(), until);
        case "approval" -> "Waits for somebody to approve %s%s.".formatted(step.name(), until);
        default -> "Waits for the run of %s%s.".formatted(step.name(), until);
      };
    }

    private String paused() {
      var paused = state.paused();
      var why = paused == null ? "" : because(paused.reason());
      return "Paused" + why + " Somebody has to accept it, fork the run or cancel it.";
    }

    private String completed() {
      int retries = steps.stream().mapToInt(StepRow::failures).sum();
      var more = retries == 0 ? "" : ", with " + count(retries, "retry", "retries");
      return "Completed in %s%s.".formatted(took(), more);
    }

    private String failed() {
      if (state.deadLetter()) {
        return "Given up" + because(message(state.failure())) + " Retry it once the cause is gone.";
      }
      var step = failedStep();
      if (step == null) {
        return "Failed" + because(message(state.failure())) + undone();
      }
      return "%s failed %s%s%s"
          .formatted(
              step.name(),
              tries(step),
              because(message(step.state() == null ? null : step.state().error())),
              undone());
    }

    private @Nullable StepRow failedStep() {
      String name = null;
      for (var event : events) {
        if (event instanceof Event.RunFailed e) {
          name = e.step();
        }
      }
      for (var step : steps) {
        if (step.name().equals(name)) {
          return step;
        }
      }
      return null;
    }

    private static String tries(StepRow step) {
      int failures = step.failures();
      return failures > 1 && step.maxRetries() >= 0
          ? "%d of %d times".formatted(failures, step.maxRetries() + 1)
          : times(failures);
    }

    /** What compensation has put right. */
    private String undone() {
      var undone =
          steps.stream()
              .filter(step -> step.type().equals("compensate") && step.done())
              .map(step -> step.name().replace("~compensate", ""))
              .toList();
      return undone.isEmpty() ? "" : " Undone: " + String.join(", ", undone) + ".";
    }

    private String took() {
      var header = state.header().state();
      var from = header.startedAt() == null ? state.header().createdAt() : header.startedAt();
      var to = header.finishedAt() == null ? events.getLast().at() : header.finishedAt();
      return Durations.words(Duration.between(from, to));
    }

    private List<StepRow> in(StepRow.Phase phase) {
      return steps.stream().filter(step -> step.phase() == phase).toList();
    }

    private static String names(List<StepRow> some) {
      var names = some.stream().limit(NAMES_MAX).map(StepRow::name).toList();
      int more = some.size() - names.size();
      if (more > 0) {
        return String.join(", ", names) + " and " + more + " more";
      }
      return names.size() < 2
          ? String.join("", names)
          : String.join(", ", names.subList(0, names.size() - 1)) + " and " + names.getLast();
    }

    private static String with(@Nullable Failure failure) {
      return failure == null ? "" : " with \"" + line(failure.summary()) + "\"";
    }

    private static @Nullable String message(@Nullable Failure failure) {
      return failure == null ? null : failure.summary();
    }

    private static String because(@Nullable String why) {
      if (why == null || why.isBlank()) {
        return ".";
      }
      var line = line(why);
      return ": " + line + (line.endsWith(".") ? "" : ".");
    }

    private static String line(String text) {
      return text.lines().findFirst().orElse("").strip();
    }

    private static String at(Instant time) {
      return "at " + Durations.instant(time);
    }

    private static String times(int count) {
      return switch (count) {
        case 0, 1 -> "once";
        case 2 -> "twice";
        default -> count + " times";
      };
    }

    private static String count(int count, String one, String many) {
      return count + " " + (count == 1 ? one : many);
    }
  }
}
