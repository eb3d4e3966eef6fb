package dev.holdfast.server.api;

import dev.holdfast.server.http.Exchange;
import dev.holdfast.server.http.HttpProblem;
import dev.holdfast.server.http.Json;
import dev.holdfast.server.http.Reply;
import dev.holdfast.store.Payload;
import dev.holdfast.store.Store;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.util.RawValue;

/** Looking at runs: one, many, their events, their past. */
final class RunsApi {

  private static final int EVENTS_DEFAULT = 500;
  private static final int EVENTS_MAX = 5_000;

  private final Store store;
  private final RunReads reads;
  private final Filters filters;
  private final Names names;

  RunsApi(Store store, RunReads reads, Filters filters, Names names) {
    this.store = store;
    this.reads = reads;
    this.filters = filters;
    this.names = names;
  }

  Reply list(Exchange exchange) {
    int limit = Parameters.limit(exchange);
    var after = Parameters.queryId(exchange, "after").orElse(null);
    var rows =
        filters.of(exchange).map(filter -> reads.rows(filter, after, limit)).orElseGet(Json::array);
    return Pages.of(exchange, rows, limit, "id");
  }

  Reply get(Exchange exchange) {
    return Reply.json(200, reads.run(Parameters.pathId(exchange, "id", "run")));
  }

  Reply events(Exchange exchange) {
    var run = Parameters.pathId(exchange, "id", "run");
    int limit = (int) Parameters.number(exchange, "limit", EVENTS_DEFAULT, 1, EVENTS_MAX);
    long after = Parameters.number(exchange, "after", 0, 0, Long.MAX_VALUE / 2);
    var page = EventJson.page(store, run, after, limit);
    if (page.isEmpty() && store.tail(run).isEmpty()) {
      throw Parameters.notFound("run", run);
    }
    ArrayNode rows = Json.array();
    rows.addAll(page);
    return Pages.of(exchange, rows, limit, "seq");
  }

  /** The fold at some point of the past. */
  Reply state(Exchange exchange) {
    var run = Parameters.pathId(exchange, "id", "run");
    long seq = Parameters.number(exchange, "seq", Long.MAX_VALUE / 2, 1, Long.MAX_VALUE / 2);
    return Reply.json(200, reads.view(reads.history(run, seq)));
  }

  Reply definition(Exchange exchange) {
    var run = Parameters.pathId(exchange, "id", "run");
    var state = reads.history(run, 1).state();
    var named = names.of(state.header());
    var node = Json.object();
    node.put("workflow_name", named.name());
    RunJson.id(node, "workflow_id", state.header().workflowId());
    if (named.version() == 0) {
      node.putNull("version");
    } else {
      node.put("version", named.version());
    }
    var definition = state.created().definition();
    node.put("kind", definition == null ? "code" : "graph");
    if (definition == null) {
      node.putNull("definition");
    } else {
      node.putRawValue("definition", new RawValue(definition.text()));
    }
    return Reply.json(200, node);
  }

  /** One step, with its values in full. */
  Reply step(Exchange exchange) {
    var run = Parameters.pathId(exchange, "id", "run");
    var name = exchange.path("step");
    var history = reads.history(run);
    var steps = reads.steps(history);
    for (int i = 0; i < steps.size(); i++) {
      if (steps.get(i).name().equals(name)) {
        var node = Json.object();
        RunJson.stepJson(history, Integer.MAX_VALUE).write(node, steps.get(i), i);
        return Reply.json(200, node);
      }
    }
    throw HttpProblem.of(404, "not_found", "The run has no step '" + name + "'.");
  }

  /** A large value by its hash. */
  Reply payload(Exchange exchange) {
    var hash = exchange.path("hash");
    var found = hash.matches("[0-9a-f]{64}") ? store.payload(hash) : Optional.<Payload>empty();
    return found
        .map(payload -> (Reply) Reply.text(200, Reply.JSON, payload.data()))
        .orElseThrow(() -> Parameters.notFound("value", hash));
  }
}
