package dev.holdfast.server.api;

import dev.holdfast.log.Event;
import dev.holdfast.log.RunState;
import dev.holdfast.log.StepState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One step of a run: what was planned, and what the log says of it.
 *
 * @param name its full name in the log
 * @param planned whether the definition names it; steps of loops and of code are not
 * @param type the type that the definition gives it, or the kind that the log does
 * @param maxRetries how often it is tried again; -1 when nobody knows
 * @param state null when it has not begun
 * @param skippedBecause why it does not execute
 * @param over whether its run has ended, so that nothing goes on in it
 */
record StepRow(
    String name,
    boolean planned,
    String type,
    List<String> dependsOn,
    int maxRetries,
    @Nullable StepState state,
    List<Attempt> attempts,
    @Nullable String skippedBecause,
    boolean over) {

  /** Kinds that only wait, so that the time they take is nobody's work. */
  private static final Set<String> WAITS =
      Set.of("sleep", "signal", "call", "approval", "workflow");

  /** Notes that the engine makes for itself; people would ask what they are. */
  private static final Set<String> NOTES =
      Set.of("branch", "rollback", "race", "now", "publish", "random", "uuid", "version");

  /** What a step is doing, in more words than its status has. */
  enum Phase {
    PENDING,
    RUNNING,
    RETRYING,
    WAITING,
    COMPLETED,
    FAILED,
    SKIPPED,
    /** Its run ended before it did. */
    CANCELLED;

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    private boolean busy() {
      return this == RUNNING || this == RETRYING || this == WAITING;
    }
  }

  /** All steps: first those of the plan, then those that only the log knows, in their order. */
  static List<StepRow> of(List<Event> events, RunState state, Plan plan) {
    var attempts = Attempt.of(events);
    Map<String, String> skipped = new HashMap<>();
    for (var event : events) {
      if (event instanceof Event.StepSkipped e) {
        skipped.put(e.step(), e.reason());
      }
    }
    boolean over = state.header().state().status().terminal();
    Set<String> named = new HashSet<>();
    List<StepRow> rows = new ArrayList<>();
    for (var step : plan.steps()) {
      named.add(step.id());
      rows.add(
          new StepRow(
              step.id(),
              true,
              step.type(),
              step.dependsOn(),
              step.maxRetries(),
              state.steps().get(step.id()),
              attempts.getOrDefault(step.id(), List.of()),
              skipped.get(step.id()),
              over));
    }
    for (var step : state.steps().values()) {
      if (!named.contains(step.name()) && !NOTES.contains(step.kind())) {
        rows.add(
            new StepRow(
                step.name(),
                false,
                step.kind(),
                List.of(),
                -1,
                step,
                attempts.getOrDefault(step.name(), List.of()),
                skipped.get(step.name()),
                over));
      }
    }
    return rows;
  }

  Phase phase() {
    var logged = logged();
    return over && logged.busy() ? Phase.CANCELLED : logged;
  }

  private Phase logged() {
    if (state == null) {
      return Phase.PENDING;
    }
    return switch (state.status()) {
      case SCHEDULED -> state.failures() > 0 ? Phase.RETRYING : Phase.PENDING;
      case STARTED ->
          waits() ? Phase.WAITING : state.failures() > 0 ? Phase.RETRYING : Phase.RUNNING;
      case RETRYING -> Phase.RETRYING;
      case COMPLETED -> Phase.COMPLETED;
      case FAILED -> Phase.FAILED;
      case SKIPPED -> Phase.SKIPPED;
    };
  }

  /** The word that document 000 has for it; {@code skipped} and {@code cancelled} are ours. */
  String status() {
    return switch (phase()) {
      case PENDING -> "pending";
      case RUNNING, RETRYING, WAITING -> "running";
      case COMPLETED -> "completed";
      case FAILED -> "failed";
      case SKIPPED -> "skipped";
      case CANCELLED -> "cancelled";
    };
  }

  boolean done() {
    return state != null && state.done();
  }

  boolean waits() {
    return WAITS.contains(type.toLowerCase(Locale.ROOT))
        || (state != null && WAITS.contains(state.kind()));
  }

  int failures() {
    return state == null ? 0 : state.failures();
  }

  /** When its first try began. */
  @Nullable Instant startedAt() {
    return attempts.isEmpty() ? null : attempts.getFirst().startedAt();
  }

  /**
   * The scope it stands in: {@code label[sku-1]} of {@code label[sku-1]/print}; empty at the top.
   */
  String scope() {
    int slash = name.lastIndexOf('/');
    return slash < 0 ? "" : name.substring(0, slash);
  }
}
