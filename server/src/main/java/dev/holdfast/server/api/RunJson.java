package dev.holdfast.server.api;

import dev.holdfast.log.Event;
import dev.holdfast.server.http.Json;
import dev.holdfast.store.Header;
import dev.holdfast.store.RunFilter;
import dev.holdfast.store.RunPhase;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Runs as JSON: the fields of document 000 under their names, and ours beside them. */
final class RunJson {

  /** Longer values are left out of a run's view; they have addresses of their own. */
  static final int VALUE_CHARS_MAX = 64 * 1024;

  private final Names names;

  RunJson(Names names) {
    this.names = names;
  }

  /** A line of a list: what the header says, and what the log adds if it was read. */
  ObjectNode row(Header header, Optional<RunSummary> summary) {
    var node = Json.object();
    head(node, header);
    var known = summary.orElse(null);
    node.put("summary", known == null ? null : known.sentence());
    progress(node, known);
    return node;
  }

  /** One run with its steps. */
  ObjectNode run(RunHistory history, Plan plan) {
    var state = history.state();
    var header = state.header();
    var steps = StepRow.of(history.events(), state, plan);
    var summary = RunSummary.of(state, history.events(), steps);
    var node = Json.object();
    head(node, header);
    Times.put(node, "updated_at", history.updatedAt());
    node.put("summary", summary.sentence());
    progress(node, summary);
    node.put("seq", state.seq());
    node.put("last_seq", history.lastSeq());
    var json = stepJson(history, VALUE_CHARS_MAX);
    json.value(node, "input", state.created().input());
    json.value(node, "output", result(history.events()));
    StepJson.error(node, "error", state.failure());
    node.put("dead_letter", state.deadLetter());
    node.put("cancel_reason", state.cancelReason());
    node.put("claims", claims(history.events()));
    Times.put(node, "deadline", state.created().deadline());
    id(node, "retry_of", state.created().retryOf());
    id(node, "origin", state.created().origin());
    paused(node, json, state.paused());
    var published = node.putObject("published");
    state.published().forEach((name, value) -> json.value(published, name, value));
    var list = node.putArray("steps");
    for (int i = 0; i < steps.size(); i++) {
      json.write(list, steps.get(i), i);
    }
    return node;
  }

  static StepJson stepJson(RunHistory history, int valueCharsMax) {
    var origin = history.state().created().origin();
    return new StepJson(history.run(), origin == null ? history.run() : origin, valueCharsMax);
  }

  private void head(ObjectNode node, Header header) {
    var state = header.state();
    var named = names.of(header);
    node.put("id", header.id().toString());
    id(node, "workflow_id", header.workflowId());
    node.put("workflow_name", named.name());
    node.put("order_id", header.orderId());
    node.put("status", RunFilter.Status.of(state).word());
    Times.put(node, "started_at", state.startedAt());
    Times.put(node, "completed_at", state.finishedAt());
    node.put("phase", RunPhase.of(state).word());
    if (named.version() == 0) {
      node.putNull("version");
    } else {
      node.put("version", named.version());
    }
    node.put("kind", header.workflowId() == null ? "code" : "graph");
    node.put("key", header.key());
    node.put("priority", header.priority());
    node.put("node", state.leasedBy());
    Times.put(node, "created_at", header.createdAt());
    Times.put(node, "updated_at", state.updatedAt());
    Times.put(node, "due_at", state.status().terminal() ? null : state.runAt());
    node.put("waiting_for", state.waitingFor());
    node.put("last_error", state.lastError());
    node.put("fingerprint", Fingerprint.of(named.name(), state.lastError()));
    id(node, "parent_run", header.parentRun());
    node.put("parent_step", header.parentStep());
  }

  private static void progress(ObjectNode node, @Nullable RunSummary summary) {
    if (summary == null) {
      node.putNull("progress");
    } else {
      node.putObject("progress").put("done", summary.done()).put("total", summary.total());
    }
  }

  private static void paused(ObjectNode node, StepJson json, Event.@Nullable RunPaused paused) {
    if (paused == null) {
      node.putNull("paused");
    } else {
      var about = node.putObject("paused").put("reason", paused.reason());
      json.value(about, "detail", paused.detail());
    }
  }

  private static dev.holdfast.log.@Nullable Json result(List<Event> events) {
    return events.getLast() instanceof Event.RunCompleted e ? e.result() : null;
  }

  private static int claims(List<Event> events) {
    return (int) events.stream().filter(Event.RunClaimed.class::isInstance).count();
  }

  static void id(ObjectNode node, String name, @Nullable UUID id) {
    node.put(name, id == null ? null : id.toString());
  }
}
