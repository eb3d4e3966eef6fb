package dev.holdfast.server.api;

import static dev.holdfast.server.http.Method.DELETE;
import static dev.holdfast.server.http.Method.GET;
import static dev.holdfast.server.http.Method.POST;
import static dev.holdfast.server.http.Scope.OPEN;
import static dev.holdfast.server.http.Scope.OPERATE;
import static dev.holdfast.server.http.Scope.READ;

import dev.holdfast.Holdfast;
import dev.holdfast.server.config.ServerConfig;
import dev.holdfast.server.graph.Graphs;
import dev.holdfast.server.http.OpenApi;
import dev.holdfast.server.http.Route;
import dev.holdfast.server.meters.Panel;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;

/** The table of routes: the one place that says what this server answers, and to whom. */
final class Api implements AutoCloseable {

  private final WorkflowsApi workflows;
  private final RunsApi runs;
  private final CountsApi counts;
  private final ActionsApi actions;
  private final StepActionsApi steps;
  private final BulkApi bulk;
  private final DeadLettersApi deadLetters;
  private final OrdersApi orders;
  private final SystemApi system;
  private final RunStream stream;
  private final ListFeed feed;
  private final ReadyApi ready;
  private final TriggerApi trigger;
  private final ExecutionsApi executions;
  private final ExecutionLogApi logs;
  private final PanelApi panel;
  private final MetricsApi metrics;

  Api(
      Holdfast holdfast,
      Graphs graphs,
      Changes changes,
      ServerConfig config,
      Panel instruments,
      IntSupplier streams) {
    var engine = holdfast.engine();
    var store = engine.store();
    var names = new Names(store);
    var reads = new RunReads(store, names, new Plans(graphs));
    var filters = new Filters(store, names);
    workflows = new WorkflowsApi(store, graphs, names, reads);
    runs = new RunsApi(store, reads, filters, names);
    var causes = new Causes(store, filters);
    counts = new CountsApi(store, filters, causes);
    actions = new ActionsApi(engine, reads);
    deadLetters = new DeadLettersApi(engine, reads, filters, causes, actions);
    steps = new StepActionsApi(engine, graphs, reads);
    bulk = new BulkApi(store, filters, actions);
    orders = new OrdersApi(graphs);
    system = new SystemApi(engine);
    stream = new RunStream(store, changes, reads);
    feed = new ListFeed(store, changes, reads, config.limits().streamQueue());
    ready = new ReadyApi(engine);
    trigger = new TriggerApi(engine, graphs, names, config);
    executions = new ExecutionsApi(store, reads, actions, names);
    logs = new ExecutionLogApi(store, changes);
    panel = new PanelApi(engine, instruments, causes, config.pool().retentionDays());
    metrics = new MetricsApi(engine, instruments, streams, config.pool().metrics());
  }

  List<Route> routes() {
    List<Route> routes = new ArrayList<>();
    routes.addAll(
        List.of(
            new Route(POST, "/workflows", OPERATE, workflows::create, Says.CREATE_WORKFLOW),
            new Route(POST, "/workflows/check", READ, workflows::check, Says.CHECK_WORKFLOW),
            new Route(GET, "/workflows", READ, workflows::list, Says.LIST_WORKFLOWS),
            new Route(GET, "/workflows/{id}", READ, workflows::get, Says.GET_WORKFLOW),
            new Route(POST, "/workflows/{id}/runs", OPERATE, workflows::start, Says.START_RUN),
            new Route(GET, "/runs", READ, runs::list, Says.LIST_RUNS),
            new Route(GET, "/runs/counts", READ, counts::counts, Says.COUNTS),
            new Route(GET, "/runs/errors", READ, counts::errors, Says.ERRORS),
            new Route(GET, "/runs/stream", READ, feed::open, Says.STREAM_RUNS),
            new Route(POST, "/runs/bulk", OPERATE, bulk::act, Says.BULK),
            new Route(GET, "/runs/{id}", READ, runs::get, Says.GET_RUN),
            new Route(GET, "/runs/{id}/events", READ, runs::events, Says.EVENTS),
            new Route(GET, "/runs/{id}/stream", READ, stream::open, Says.STREAM_RUN),
            new Route(GET, "/runs/{id}/state", READ, runs::state, Says.STATE),
            new Route(GET, "/runs/{id}/definition", READ, runs::definition, Says.DEFINITION),
            new Route(GET, "/runs/{id}/steps/{step+}", READ, runs::step, Says.GET_STEP),
            new Route(POST, "/runs/{id}/cancel", OPERATE, actions::cancel, Says.CANCEL),
            new Route(POST, "/runs/{id}/retry", OPERATE, actions::retry, Says.RETRY),
            new Route(POST, "/runs/{id}/signal", OPERATE, actions::signal, Says.SIGNAL),
            new Route(POST, "/runs/{id}/resume", OPERATE, actions::resume, Says.RESUME),
            new Route(POST, "/runs/{id}/approve", OPERATE, steps::approve, Says.APPROVE),
            new Route(POST, "/runs/{id}/fork", OPERATE, steps::fork, Says.FORK),
            new Route(POST, "/runs/{id}/steps/{step+}/skip", OPERATE, steps::skip, Says.SKIP),
            new Route(
                POST, "/runs/{id}/steps/{step+}/retry", OPERATE, steps::retry, Says.RETRY_STEP),
            new Route(
                POST,
                "/runs/{id}/steps/{step+}/approval",
                OPERATE,
                steps::link,
                Says.APPROVAL_LINK),
            new Route(GET, "/approvals/{id}/{token}/{step+}", OPEN, steps::asked, Says.APPROVAL),
            new Route(POST, "/approvals/{id}/{token}/{step+}", OPEN, steps::answer, Says.DECIDE),
            new Route(GET, "/schema/workflow.json", READ, system::schema, Says.SCHEMA),
            new Route(GET, "/payloads/{hash}", READ, runs::payload, Says.PAYLOAD),
            new Route(POST, "/orders", OPERATE, orders::create, Says.CREATE_ORDER),
            new Route(GET, "/orders/{id}", READ, orders::get, Says.GET_ORDER),
            new Route(GET, "/nodes", READ, system::nodes, Says.NODES),
            new Route(GET, "/system", READ, panel::system, PanelSays.SYSTEM),
            new Route(GET, "/system/history", READ, panel::history, PanelSays.HISTORY),
            new Route(GET, "/metrics", READ, metrics::metrics, PanelSays.METRICS),
            new Route(GET, "/health/live", OPEN, system::live, Says.LIVE),
            new Route(GET, "/health/ready", READ, ready::ready, Says.READY)));
    routes.addAll(deadLetters());
    routes.addAll(executions());
    OpenApi.addTo(routes);
    return List.copyOf(routes);
  }

  private List<Route> deadLetters() {
    var all = "/dead-letters";
    var one = all + "/{id}";
    return List.of(
        new Route(GET, all, READ, deadLetters::list, DeadLetterSays.LIST),
        new Route(POST, all + "/requeue", OPERATE, deadLetters::requeue, DeadLetterSays.REQUEUE),
        new Route(POST, all + "/discard", OPERATE, deadLetters::discard, DeadLetterSays.DISCARD),
        new Route(GET, one, READ, deadLetters::get, DeadLetterSays.GET),
        new Route(
            POST, one + "/requeue", OPERATE, deadLetters::requeueOne, DeadLetterSays.REQUEUE_ONE),
        new Route(
            POST, one + "/discard", OPERATE, deadLetters::discardOne, DeadLetterSays.DISCARD_ONE));
  }

  /** Document 001. */
  private List<Route> executions() {
    var execution = "/api/v1/executions/{execution_id}";
    return List.of(
        new Route(
            POST,
            "/api/v1/{workflow_id}/trigger",
            OPERATE,
            trigger::trigger,
            ExecutionSays.TRIGGER),
        new Route(
            GET,
            "/api/v1/workflows/{workflow_id}/executions",
            READ,
            executions::list,
            ExecutionSays.LIST),
        new Route(GET, execution, READ, executions::get, ExecutionSays.GET),
        new Route(DELETE, execution, OPERATE, executions::cancel, ExecutionSays.CANCEL),
        new Route(GET, execution + "/status", READ, executions::status, ExecutionSays.STATUS),
        new Route(GET, execution + "/logs", READ, logs::logs, ExecutionSays.LOGS));
  }

  @Override
  public void close() {
    feed.close();
  }
}
