package dev.holdfast.server.cli;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** A run, as the server tells of it, in words. */
final class RunText {

  private static final int CELL_CHARS_MAX = 60;
  private static final int VALUE_CHARS_MAX = 100;
  private static final List<String> FACTS =
      List.of(
          "status",
          "phase",
          "key",
          "version",
          "priority",
          "order_id",
          "node",
          "created_at",
          "started_at",
          "completed_at",
          "due_at",
          "waiting_for",
          "paused",
          "cancel_reason",
          "retry_of",
          "parent_run",
          "input",
          "output",
          "published",
          "error");

  private RunText() {}

  /** What is worth a line of its own and is not null. */
  static List<String> facts(JsonNode run, boolean all) {
    List<String> lines = new ArrayList<>();
    for (var name : FACTS) {
      var value = run.path(name);
      if (!value.isNull() && !value.isMissingNode() && !(value.isContainer() && value.isEmpty())) {
        var text = value.isString() ? value.asString() : value.toString();
        lines.add("%-13s %s".formatted(name, all ? text : Table.cut(text, VALUE_CHARS_MAX)));
      }
    }
    lines.add("");
    return lines;
  }

  /** The whole run: where it is, and its steps. */
  static List<String> picture(JsonNode run) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "%s  %s%s"
            .formatted(
                run.path("workflow_name").asString(), run.path("id").asString(), about(run)));
    lines.add(run.path("summary").asString(run.path("status").asString()));
    List<List<String>> rows = new ArrayList<>();
    for (var step : run.path("steps")) {
      rows.add(
          List.of(
              "  " + sign(step.path("phase").asString()),
              step.path("step_id").asString(),
              step.path("phase").asString(),
              attempts(step),
              took(step),
              Table.cut(told(step), CELL_CHARS_MAX)));
    }
    if (!rows.isEmpty()) {
      lines.addAll(Table.lines(rows));
    }
    return lines;
  }

  /** What an event says to somebody who follows; most people do not care for claims. */
  static Optional<String> line(JsonNode event) {
    var data = event.path("data");
    var step = event.path("step").asString("");
    var attempt = event.path("attempt").asInt(1);
    var text =
        switch (event.path("type").asString()) {
          case "RunCreated" -> "created";
          case "StepStarted" -> step + " started" + (attempt > 1 ? ", attempt " + attempt : "");
          case "StepCompleted" -> step + " completed";
          case "StepSkipped" -> step + " skipped";
          case "StepFailed" -> step + " failed: " + message(data);
          case "SignalReceived" -> "signal " + data.path("name").asString();
          case "RunParked" -> "waits for " + data.path("waiting_for").asString("its time");
          case "RunPaused" -> "paused: " + data.path("reason").asString();
          case "RunResumed" -> "resumed";
          case "RunCancelRequested" -> "to be cancelled: " + data.path("reason").asString();
          case "RunCompleted" -> "the run has completed";
          case "RunFailed" -> "the run has failed: " + message(data);
          case "RunCancelled" -> "the run was cancelled: " + data.path("reason").asString();
          default -> "";
        };
    var time = event.path("at").asString("").replaceAll(".*T(\\d\\d:\\d\\d:\\d\\d).*", "$1");
    return text.isEmpty() ? Optional.empty() : Optional.of(time + "  " + text);
  }

  private static String message(JsonNode data) {
    var error = data.path("error");
    return Table.cut(error.path("message").asString(error.path("type").asString("")), 200);
  }

  private static String about(JsonNode run) {
    var progress = run.path("progress");
    return progress.isObject()
        ? "  %d of %d steps"
            .formatted(progress.path("done").asInt(), progress.path("total").asInt())
        : "";
  }

  private static String sign(String phase) {
    return switch (phase) {
      case "completed" -> "✓";
      case "failed" -> "✗";
      case "running", "retrying" -> "⟳";
      case "waiting" -> "…";
      case "skipped", "cancelled" -> "–";
      default -> "◯";
    };
  }

  private static String attempts(JsonNode step) {
    int retries = step.path("retry_count").asInt();
    return retries == 0 ? "" : "%d retries".formatted(retries);
  }

  private static String took(JsonNode step) {
    var from = step.path("started_at").asString("");
    var to = step.path("completed_at").asString("");
    if (from.isEmpty() || to.isEmpty()) {
      return "";
    }
    return Duration.between(Instant.parse(from), Instant.parse(to)).toMillis() + " ms";
  }

  private static String told(JsonNode step) {
    var error = step.path("error_message").asString("");
    if (!error.isEmpty()) {
      return error;
    }
    var output = step.path("output");
    return output.isMissingNode() || output.isNull() ? "" : output.toString();
  }
}
