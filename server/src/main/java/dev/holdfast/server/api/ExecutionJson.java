package dev.holdfast.server.api;

import dev.holdfast.server.http.Json;
import dev.holdfast.store.Header;
import dev.holdfast.store.Micros;
import dev.holdfast.store.RunFilter;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.util.RawValue;

/** Runs in the words of document 001: executions and nodes, times in microseconds. */
final class ExecutionJson {

  private ExecutionJson() {}

  /** What a trigger is answered. */
  static ObjectNode accepted(UUID id, String status, Instant createdAt) {
    var node = Json.object();
    node.put("execution_id", id.toString());
    node.put("status", status);
    micros(node, "created_at", createdAt);
    return node;
  }

  /** A line of a list: what the header says. */
  static ObjectNode row(Header header) {
    var state = header.state();
    var node = Json.object();
    node.put("id", header.id().toString());
    var workflow = header.workflowId();
    node.put("workflow_id", workflow == null ? header.workflow() : workflow.toString());
    node.put("status", RunFilter.Status.of(state).word());
    node.put("priority", Urgency.outside(header.priority()));
    micros(node, "created_at", header.createdAt());
    micros(node, "started_at", state.startedAt());
    micros(node, "completed_at", state.finishedAt());
    micros(node, "updated_at", state.updatedAt());
    node.put("error_message", state.lastError());
    return node;
  }

  /** One execution with its steps. */
  static ObjectNode whole(RunHistory history, List<StepRow> steps) {
    var header = history.state().header();
    var node = row(header);
    micros(node, "updated_at", history.updatedAt());
    node.put("current_node_name", currentNode(header, steps));
    raw(node, "input_data", header.input());
    raw(node, "output_data", header.state().result());
    var list = node.putArray("steps");
    for (var step : steps) {
      var line = list.addObject();
      line.put("node_name", step.name());
      line.put("status", step.status());
      line.put("attempts", step.attempts().size());
      micros(line, "started_at", step.startedAt());
      var state = step.state();
      micros(line, "completed_at", state == null ? null : state.finishedAt());
      var error = state == null || state.error() == null ? null : state.error().summary();
      line.put("error_message", error);
    }
    return node;
  }

  static ObjectNode status(RunHistory history, List<StepRow> steps) {
    var header = history.state().header();
    var node = Json.object();
    node.put("execution_id", header.id().toString());
    node.put("status", RunFilter.Status.of(header.state()).word());
    node.put("current_node_name", currentNode(header, steps));
    micros(node, "created_at", header.createdAt());
    micros(node, "started_at", header.state().startedAt());
    micros(node, "completed_at", header.state().finishedAt());
    micros(node, "updated_at", history.updatedAt());
    node.put("error_message", header.state().lastError());
    return node;
  }

  static void micros(ObjectNode node, String name, @Nullable Instant time) {
    if (time == null) {
      node.putNull(name);
    } else {
      node.put(name, Micros.of(time));
    }
  }

  static void raw(ObjectNode node, String name, @Nullable String json) {
    if (json == null) {
      node.putNull(name);
    } else {
      node.putRawValue(name, new RawValue(json));
    }
  }

  /** Of several that run, the first. */
  private static @Nullable String currentNode(Header header, List<StepRow> steps) {
    return header.state().status().terminal()
        ? null
        : steps.stream()
            .filter(step -> step.status().equals("running"))
            .map(StepRow::name)
            .findFirst()
            .orElse(null);
  }
}
