package dev.holdfast.server.api;

import dev.holdfast.KeyTakenException;
import dev.holdfast.engine.OrderBusyException;
import dev.holdfast.server.graph.GraphStart;
import dev.holdfast.server.graph.Graphs;
import dev.holdfast.server.graph.InvalidDefinition;
import dev.holdfast.server.graph.InvalidInput;
import dev.holdfast.server.graph.UnknownOrder;
import dev.holdfast.server.http.Exchange;
import dev.holdfast.server.http.HttpProblem;
import dev.holdfast.server.http.Json;
import dev.holdfast.server.http.Mistake;
import dev.holdfast.server.http.Reply;
import dev.holdfast.store.Header;
import dev.holdfast.store.Store;
import dev.holdfast.store.WorkflowRow;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.util.RawValue;

/** Definitions, and runs of them. */
final class WorkflowsApi {

  private static final Set<String> START_FIELDS =
      Set.of("order_id", "input", "key", "priority", "run_at");

  private static final int PRIORITY_MAX = 1_000_000;

  private final Store store;
  private final Graphs graphs;
  private final Names names;
  private final RunReads reads;

  WorkflowsApi(Store store, Graphs graphs, Names names, RunReads reads) {
    this.store = store;
    this.graphs = graphs;
    this.names = names;
    this.reads = reads;
  }

  Reply create(Exchange exchange) throws InterruptedException {
    var text = definition(exchange);
    try {
      var row = graphs.create(text);
      names.keep(row);
      return Reply.json(201, full(row)).with("Location", "/workflows/" + row.id());
    } catch (InvalidDefinition e) {
      var mistakes = mistakes(e.mistakes());
      var detail =
          mistakes.size() == 1
              ? "The workflow cannot be accepted: %s".formatted(mistakes.getFirst().message())
              : "The workflow cannot be accepted; %d things are wrong with it."
                  .formatted(mistakes.size());
      throw HttpProblem.of(422, "invalid_definition", detail).errors(mistakes);
    }
  }

  /** What is wrong with a definition, while somebody still writes it; nothing is stored. */
  Reply check(Exchange exchange) throws InterruptedException {
    var text = definition(exchange);
    var node = Json.object();
    try {
      var read = graphs.check(text);
      node.put("valid", true);
      node.put("name", read.name());
      steps(node.putArray("steps"), Plans.steps(read));
      node.putArray("errors");
    } catch (InvalidDefinition e) {
      node.put("valid", false);
      node.putNull("name");
      node.putArray("steps");
      HttpProblem.list(node.putArray("errors"), mistakes(e.mistakes()));
    }
    return Reply.json(200, node);
  }

  private static void steps(ArrayNode rows, List<Plan.Step> steps) {
    for (var step : steps) {
      var row = rows.addObject();
      row.put("id", step.id());
      row.put("type", step.type());
      var depends = row.putArray("depends_on");
      step.dependsOn().forEach(depends::add);
      row.put("max_retries", Math.max(0, step.maxRetries()));
    }
  }

  private static String definition(Exchange exchange) throws InterruptedException {
    // Parsed for its limits and its errors; stored as it was sent.
    var json = exchange.json();
    if (json.isEmpty()) {
      throw HttpProblem.of(400, "not_json", "The body is empty; it must be a workflow as JSON.");
    }
    return exchange.text();
  }

  Reply list(Exchange exchange) {
    int limit = Parameters.limit(exchange);
    var after = Parameters.queryId(exchange, "after").orElse(null);
    var name =
        exchange.query("name").or(() -> exchange.query("workflow")).filter(n -> !n.isEmpty());
    var rows = Json.array();
    for (var row : store.workflows().list(name.orElse(null), after, limit)) {
      rows.add(brief(row));
    }
    return Pages.of(exchange, rows, limit, "id");
  }

  Reply get(Exchange exchange) {
    return Reply.json(200, full(workflow(exchange)));
  }

  /** Answered after the commit: what is answered here is never lost. */
  Reply start(Exchange exchange) throws InterruptedException {
    var workflow = workflow(exchange);
    var asked = Asked.of(exchange, START_FIELDS);
    var key = Keys.field(asked);
    var headerKey = Keys.header(exchange);
    var start =
        new GraphStart(
            asked.value("input"),
            key == null ? headerKey : key,
            asked.text("order_id"),
            asked.number("priority", Header.DEFAULT_PRIORITY, -PRIORITY_MAX, PRIORITY_MAX),
            time(asked, "run_at"),
            Map.of(),
            null);
    asked.done();
    try {
      var run = graphs.start(workflow, start);
      return Reply.json(202, reads.run(run)).with("Location", "/runs/" + run);
    } catch (UnknownOrder e) {
      throw Asked.problem(
          List.of(
              new Mistake("/order_id", "there is no such order", "Create it with POST /orders.")));
    } catch (InvalidInput e) {
      throw Asked.problem(
          mistakes(e.mistakes()).stream()
              .map(m -> new Mistake("/input" + m.pointer(), m.message(), m.fix()))
              .toList());
    } catch (OrderBusyException e) {
      throw ActionsApi.busy(e);
    } catch (KeyTakenException e) {
      throw HttpProblem.of(409, "key_taken", String.valueOf(e.getMessage()))
          .errors(List.of(new Mistake("/key", "belongs to run " + e.run(), "Use another key.")));
    }
  }

  static List<Mistake> mistakes(List<dev.holdfast.graph.Mistake> found) {
    return found.stream().map(m -> new Mistake(m.pointer(), m.message(), m.fix())).toList();
  }

  private WorkflowRow workflow(Exchange exchange) {
    var id = Parameters.pathId(exchange, "id", "workflow");
    return names.find(id).orElseThrow(() -> Parameters.notFound("workflow", id));
  }

  private static @Nullable Instant time(Asked asked, String name) {
    var text = asked.text(name);
    if (text == null) {
      return null;
    }
    try {
      return Instant.parse(text);
    } catch (DateTimeParseException e) {
      asked.wrong("/" + name, "is not a time", "Give it like 2026-01-31T12:00:00Z.");
      return null;
    }
  }

  private static ObjectNode brief(WorkflowRow row) {
    var node = Json.object();
    node.put("id", row.id().toString());
    node.put("name", row.name());
    node.put("version", row.version());
    Times.put(node, "created_at", row.createdAt());
    return node;
  }

  private static ObjectNode full(WorkflowRow row) {
    var node = brief(row);
    node.putRawValue("definition", new RawValue(row.definition()));
    return node;
  }
}
