package dev.holdfast.server.api;

import dev.holdfast.server.http.Exchange;
import dev.holdfast.server.http.Json;
import dev.holdfast.server.http.Reply;
import dev.holdfast.store.RunFilter;
import dev.holdfast.store.Store;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import tools.jackson.databind.node.ObjectNode;

/** Following executions, as document 001 wants it. */
final class ExecutionsApi {

  /** More runs than this are not counted one by one. */
  private static final int COUNT_MAX = 1_000_000;

  private final Store store;
  private final RunReads reads;
  private final ActionsApi actions;
  private final Names names;

  ExecutionsApi(Store store, RunReads reads, ActionsApi actions, Names names) {
    this.store = store;
    this.reads = reads;
    this.actions = actions;
    this.names = names;
  }

  Reply get(Exchange exchange) {
    var history = reads.history(id(exchange));
    return Reply.json(200, ExecutionJson.whole(history, reads.steps(history)));
  }

  Reply status(Exchange exchange) {
    return Reply.json(200, status(id(exchange)));
  }

  /** Cancels what has not ended. That a cancelled execution is cancelled again is no error. */
  Reply cancel(Exchange exchange) throws InterruptedException {
    var run = id(exchange);
    if (store.header(run).isEmpty()) {
      throw Parameters.notFound("execution", run);
    }
    var asked = Asked.of(exchange, Set.of("reason"));
    var reason = Objects.requireNonNullElse(asked.text("reason"), "cancelled by its caller");
    asked.done();
    actions.cancel(run, reason);
    return Reply.json(202, status(run));
  }

  Reply list(Exchange exchange) {
    int limit = Parameters.limit(exchange);
    var after = Parameters.queryId(exchange, "after").orElse(null);
    var filter = filter(exchange);
    var node = Json.object();
    var rows = node.putArray("executions");
    store.lists().find(filter, after, limit).forEach(row -> rows.add(ExecutionJson.row(row)));
    node.put("total", total(filter));
    var last = rows.size() < limit ? null : rows.get(rows.size() - 1).get("id").asString();
    node.put("next", last == null ? null : next(exchange, last));
    return Reply.json(200, node);
  }

  private static String next(Exchange exchange, String last) {
    var rest = exchange.queryWithout("after");
    return exchange.pathOnly() + "?" + (rest.isEmpty() ? "" : rest + "&") + "after=" + last;
  }

  /** Runs that match, whichever page of them is looked at. */
  private long total(RunFilter filter) {
    return store.lists().counts(filter, COUNT_MAX).values().stream().mapToLong(n -> n).sum();
  }

  private RunFilter filter(Exchange exchange) {
    var found = Triggered.find(store.workflows(), names, exchange.path("workflow_id"));
    return new RunFilter(
        Set.of(),
        Parameters.words(exchange, "status", RunFilter.Status.class),
        found.byId() ? null : found.row().name(),
        found.byId() ? found.row().id() : null,
        null,
        Set.of(),
        null,
        null,
        null,
        null);
  }

  private ObjectNode status(UUID run) {
    var history = reads.history(run);
    return ExecutionJson.status(history, reads.steps(history));
  }

  static UUID id(Exchange exchange) {
    return Parameters.pathId(exchange, "execution_id", "execution");
  }
}
