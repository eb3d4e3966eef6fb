package dev.holdfast.server.api;

import dev.holdfast.engine.StepAttempt;
import dev.holdfast.log.Event;
import dev.holdfast.log.Failure;
import dev.holdfast.log.Json;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.util.RawValue;

/**
 * Steps as JSON: the fields of document 000 under their names, and ours beside them.
 *
 * @param run whose steps they are
 * @param origin the first of the runs that are retries of each other: what keys are made of
 * @param valueCharsMax longer values are left out and only measured
 */
record StepJson(UUID run, UUID origin, int valueCharsMax) {

  void write(ArrayNode steps, StepRow step, int index) {
    write(steps.addObject(), step, index);
  }

  void write(ObjectNode node, StepRow step, int index) {
    var state = step.state();
    node.put("id", idOf(step.name()).toString());
    node.put("step_id", step.name());
    node.put("step_index", index);
    node.put("status", step.status());
    node.put("retry_count", step.failures() - (step.phase() == StepRow.Phase.FAILED ? 1 : 0));
    node.put("max_retries", Math.max(0, step.maxRetries()));
    Times.put(node, "started_at", step.startedAt());
    Times.put(node, "completed_at", state == null ? null : state.finishedAt());
    node.put("error_message", error(step));
    node.put("type", step.type());
    node.put("phase", step.phase().word());
    node.put("scope", step.scope());
    var depends = node.putArray("depends_on");
    step.dependsOn().forEach(depends::add);
    node.put("attempt", state == null ? 0 : state.attempt());
    Times.put(node, "due_at", state == null || state.done() || step.over() ? null : dueAt(state));
    node.put("skipped_because", step.skippedBecause());
    node.put("idempotency_key", key(step, 1, 0).stepKey().toString());
    value(node, "input", state == null ? null : state.input());
    value(node, "output", state == null ? null : state.output());
    value(node, "checkpoint", state == null ? null : state.checkpoint());
    var attempts = node.putArray("attempts");
    for (int i = 0; i < step.attempts().size(); i++) {
      var next = i + 1 < step.attempts().size() ? step.attempts().get(i + 1) : null;
      attempt(attempts.addObject(), step, step.attempts().get(i), next);
    }
  }

  /** A stable id for a step, which has none of its own in the log. */
  UUID idOf(String step) {
    return UUID.nameUUIDFromBytes(("step " + run + "/" + step).getBytes(StandardCharsets.UTF_8));
  }

  void value(ObjectNode node, String name, @Nullable Json value) {
    if (value == null) {
      node.putNull(name);
    } else if (value.text().length() <= valueCharsMax) {
      node.putRawValue(name, new RawValue(value.text()));
    } else {
      node.putNull(name);
      node.put(name + "_chars", value.text().length());
    }
  }

  static void error(ObjectNode node, String name, @Nullable Failure failure) {
    if (failure == null) {
      node.putNull(name);
    } else {
      node.putObject(name)
          .put("type", failure.type())
          .put("message", failure.message())
          .put("trace", failure.trace());
    }
  }

  private void attempt(ObjectNode node, StepRow step, Attempt attempt, @Nullable Attempt next) {
    node.put("number", attempt.number());
    node.put("status", attempt.outcome().word());
    Times.put(node, "ready_at", attempt.readyAt());
    Times.put(node, "started_at", attempt.startedAt());
    Times.put(node, "ended_at", attempt.endedAt());
    Times.put(node, "retry_at", attempt.retryAt());
    Times.put(node, "queue_ms", attempt.queued());
    Times.put(node, step.waits() ? "wait_ms" : "run_ms", attempt.ran());
    Times.put(node, step.waits() ? "run_ms" : "wait_ms", Duration.ZERO);
    Times.put(node, "backoff_ms", backoff(attempt, next));
    node.put("node", attempt.node());
    error(node, "error", attempt.error());
    var key = key(step, attempt.number(), attempt.failuresBefore()).attemptKey();
    node.put("idempotency_key", key.toString());
    node.put("log_lines", attempt.lines().size());
    logs(node.putArray("logs"), attempt.lines());
  }

  /** The newest lines, as many as there is room for. */
  private void logs(ArrayNode node, List<Event.StepLogged> lines) {
    int from = lines.size();
    int room = valueCharsMax;
    while (from > 0 && room >= lines.get(from - 1).text().length()) {
      from--;
      room -= lines.get(from).text().length();
    }
    for (var line : lines.subList(from, lines.size())) {
      var row = node.addObject();
      Times.put(row, "at", line.at());
      row.put("level", line.level());
      row.put("text", line.text());
    }
  }

  /** How long after a failure the next try begins: as it was, or as it is planned. */
  private static @Nullable Duration backoff(Attempt attempt, @Nullable Attempt next) {
    if (attempt.outcome() != Attempt.Outcome.FAILED || attempt.endedAt() == null) {
      return null;
    }
    var until = next != null && next.startedAt() != null ? next.startedAt() : attempt.retryAt();
    return until == null ? null : Duration.between(attempt.endedAt(), until);
  }

  private StepAttempt key(StepRow step, int attempt, int failures) {
    return new StepAttempt(
        run, origin, step.name(), attempt, failures, null, d -> {}, (l, t) -> {});
  }

  private static @Nullable Instant dueAt(dev.holdfast.log.StepState state) {
    return state.retryAt() != null ? state.retryAt() : state.dueAt();
  }

  private static @Nullable String error(StepRow step) {
    var state = step.state();
    var error = state == null || state.done() ? null : state.error();
    return error == null ? null : error.message().isEmpty() ? error.type() : error.message();
  }
}
