package dev.holdfast.server.api;

import dev.holdfast.KeyTakenException;
import dev.holdfast.engine.Engine;
import dev.holdfast.graph.RetryDefinition;
import dev.holdfast.server.config.ExecutionConfig;
import dev.holdfast.server.config.ServerConfig;
import dev.holdfast.server.graph.GraphStart;
import dev.holdfast.server.graph.Graphs;
import dev.holdfast.server.graph.InvalidInput;
import dev.holdfast.server.http.Exchange;
import dev.holdfast.server.http.HttpProblem;
import dev.holdfast.server.http.Json;
import dev.holdfast.server.http.Mistake;
import dev.holdfast.server.http.Reply;
import dev.holdfast.store.HeaderState;
import dev.holdfast.store.RunFilter;
import dev.holdfast.store.RunStatus;
import dev.holdfast.store.WorkflowRow;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import tools.jackson.databind.node.ObjectNode;

/**
 * Triggers executions. Answered after the commit: what was accepted is never lost. Whoever would
 * have to wait behind too many others is told to come back instead.
 */
final class TriggerApi {

  private static final String RETRY_SECONDS = "1";

  private final Engine engine;
  private final Graphs graphs;
  private final Names names;
  private final ExecutionConfig config;
  private final RetryDefinition retry;
  private final boolean tokens;
  private final Semaphore places;
  private final Overload overload;

  TriggerApi(Engine engine, Graphs graphs, Names names, ServerConfig config) {
    this.engine = engine;
    this.graphs = graphs;
    this.names = names;
    this.config = config.executions();
    this.retry = config.pool().retry();
    this.tokens = config.tokens();
    this.places = new Semaphore(this.config.waitingTriggers());
    this.overload = new Overload(engine, this.config, System::nanoTime);
  }

  Reply trigger(Exchange exchange) throws InterruptedException {
    var workflow =
        Triggered.find(engine.store().workflows(), names, exchange.path("workflow_id")).row();
    var asked = Asked.of(exchange, Set.of("data", "priority"));
    int priority = asked.number("priority", 0, 0, config.priorityLevels() - 1);
    asked.done();
    var key = Keys.header(exchange);
    var wish =
        new GraphStart(
            asked.value("data"),
            key,
            null,
            Urgency.inside(priority),
            null,
            headers(exchange),
            retry);
    var before = engine.now();
    var run = accept(workflow, wish);
    var header = engine.header(run).orElseThrow(() -> Parameters.notFound("execution", run));
    if (!config.async()) {
      return result(run);
    }
    boolean fresh = key == null || !header.createdAt().isBefore(before);
    var status = fresh ? RunFilter.Status.PENDING : RunFilter.Status.of(header.state());
    return Reply.json(202, ExecutionJson.accepted(run, status.word(), header.createdAt()))
        .with("Location", "/api/v1/executions/" + run);
  }

  /** The headers that a workflow may see. A name that was sent twice has both values. */
  private Map<String, String> headers(Exchange exchange) {
    Map<String, String> headers = new LinkedHashMap<>();
    for (var header : exchange.headers()) {
      // Our own token is nobody else's business, whatever the list says.
      boolean ours = tokens && header.getKey().equals("authorization");
      if (!ours && !config.dangerousHeaders().contains(header.getKey())) {
        headers.merge(header.getKey(), header.getValue(), (one, more) -> one + ", " + more);
      }
    }
    return headers;
  }

  private UUID accept(WorkflowRow workflow, GraphStart wish) {
    overload.check();
    if (!places.tryAcquire()) {
      throw HttpProblem.of(
              429, "overload", "Too many triggers wait for the disk. Nothing was started.")
          .with("Retry-After", RETRY_SECONDS);
    }
    try {
      return graphs.start(workflow, wish);
    } catch (InvalidInput e) {
      throw Asked.problem(
          WorkflowsApi.mistakes(e.mistakes()).stream()
              .map(m -> new Mistake("/data" + m.pointer(), m.message(), m.fix()))
              .toList());
    } catch (KeyTakenException e) {
      throw HttpProblem.of(409, "key_taken", String.valueOf(e.getMessage()))
          .errors(
              List.of(
                  new Mistake("Idempotency-Key", "belongs to run " + e.run(), "Use another key.")));
    } finally {
      places.release();
    }
  }

  /** The old way: whoever asks waits for the end. */
  private Reply result(UUID run) throws InterruptedException {
    var end = engine.await(run, config.waitAtMost()).filter(s -> s.status().terminal());
    var node = Json.object();
    node.put("execution_id", run.toString());
    if (end.isEmpty()) {
      node.put("status", RunFilter.Status.RUNNING.word());
      node.put("error_message", "It goes on; ask for its status.");
      return located(504, node, run);
    }
    HeaderState state = end.get();
    node.put("status", RunFilter.Status.of(state).word());
    if (state.status() == RunStatus.SUCCEEDED) {
      ExecutionJson.raw(node, "result", state.result());
      return located(200, node, run);
    }
    node.put("error_message", state.lastError());
    return located(500, node, run);
  }

  private static Reply located(int status, ObjectNode node, UUID run) {
    return Reply.json(status, node).with("Location", "/api/v1/executions/" + run);
  }
}
