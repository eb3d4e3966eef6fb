package dev.holdfast.server.api;

import dev.holdfast.KeyTakenException;
import dev.holdfast.engine.Engine;
import dev.holdfast.engine.OrderBusyException;
import dev.holdfast.server.graph.Graphs;
import dev.holdfast.server.http.Exchange;
import dev.holdfast.server.http.HttpProblem;
import dev.holdfast.server.http.Json;
import dev.holdfast.server.http.Reply;
import dev.holdfast.store.Header;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** What people do to single steps of graph runs: approve, skip, try again, fork. */
final class StepActionsApi {

  private final Engine engine;
  private final Graphs graphs;
  private final RunReads reads;

  StepActionsApi(Engine engine, Graphs graphs, RunReads reads) {
    this.engine = engine;
    this.graphs = graphs;
    this.reads = reads;
  }

  Reply approve(Exchange exchange) throws InterruptedException {
    var run = graph(exchange);
    var asked = Asked.of(exchange, Set.of("step", "approved", "by", "comment"));
    var step = asked.text("step");
    decide(run, asked, step);
    return started(run, run);
  }

  /**
   * From a step on, as a new run; without a step, what a paused run has in common with its code.
   */
  Reply fork(Exchange exchange) throws InterruptedException {
    var run = known(exchange);
    var asked = Asked.of(exchange, Set.of("step", "input", "step_input", "key"));
    var step = asked.text("step");
    var key = Keys.field(asked);
    var input = asked.value("input");
    var stepInput = asked.value("step_input");
    if (step == null && !asked.has("step") && run.workflowId() != null) {
      asked.wrong("/step", "is missing", "Name the step to begin with.");
    }
    asked.done();
    if (step == null) {
      return started(run.id(), attempt(() -> engine.fork(run.id())));
    }
    refuseCode(run);
    return started(run.id(), attempt(() -> graphs.fork(run.id(), step, input, stepInput, key)));
  }

  Reply skip(Exchange exchange) throws InterruptedException {
    var run = graph(exchange);
    var asked = Asked.of(exchange, Set.of("value", "reason"));
    var value = asked.value("value");
    asked.text("reason");
    asked.done();
    var step = exchange.path("step");
    return started(run, attempt(() -> graphs.skip(run, step, value)));
  }

  Reply retry(Exchange exchange) throws InterruptedException {
    var run = graph(exchange);
    Asked.of(exchange, Set.of()).done();
    var step = exchange.path("step");
    return started(run, attempt(() -> graphs.retryStep(run, step)));
  }

  /** The link for somebody who may decide about this step and do nothing else. */
  Reply link(Exchange exchange) {
    var run = graph(exchange);
    var step = exchange.path("step");
    var known = engine.state(run).steps().get(step);
    if (known == null || !known.kind().equals("approval")) {
      throw HttpProblem.of(404, "not_found", "No step '%s' waits for an approval.".formatted(step));
    }
    var token = graphs.approvalToken(run, step);
    var url =
        "/approve.html?run=%s&step=%s&token=%s"
            .formatted(run, URLEncoder.encode(step, StandardCharsets.UTF_8), token);
    return Reply.json(200, Json.object().put("url", url));
  }

  /** What the page behind that link shows. */
  Reply asked(Exchange exchange) {
    return Reply.json(200, question(withToken(exchange), exchange.path("step")));
  }

  Reply answer(Exchange exchange) throws InterruptedException {
    var run = withToken(exchange);
    var body = Asked.of(exchange, Set.of("approved", "by", "comment"));
    decide(run, body, exchange.path("step"));
    return Reply.json(202, question(run, exchange.path("step")));
  }

  private ObjectNode question(UUID run, String step) {
    var view = reads.run(run);
    var node = Json.object();
    node.put("run", run.toString());
    node.put("step", step);
    node.set("workflow_name", view.get("workflow_name"));
    node.set("key", view.get("key"));
    node.set("summary", view.get("summary"));
    boolean open = false;
    for (var one : view.get("steps")) {
      if (one.get("step_id").asString().equals(step)) {
        node.set("input", one.get("input"));
        node.set("output", one.get("output"));
        open = one.get("phase").asString().equals("waiting");
      }
    }
    return node.put("open", open);
  }

  private void decide(UUID run, Asked asked, @Nullable String step) {
    boolean approved = !asked.has("approved") || asked.flag("approved");
    var by = asked.text("by");
    var comment = asked.text("comment");
    asked.done();
    attempt(
        () -> {
          graphs.approve(run, step, approved, by, comment);
          return run;
        });
  }

  /** The holder of the token may decide; that there is a run is told to nobody else. */
  private UUID withToken(Exchange exchange) {
    var run = Parameters.pathId(exchange, "id", "approval");
    var step = exchange.path("step");
    if (!graphs.isApprovalToken(run, step, exchange.path("token"))
        || engine.header(run).isEmpty()) {
      throw HttpProblem.of(404, "not_found", "This link leads nowhere.");
    }
    return run;
  }

  private Header known(Exchange exchange) {
    var run = Parameters.pathId(exchange, "id", "run");
    return engine.header(run).orElseThrow(() -> Parameters.notFound("run", run));
  }

  private UUID graph(Exchange exchange) {
    var run = known(exchange);
    refuseCode(run);
    return run.id();
  }

  private static void refuseCode(Header run) {
    if (run.workflowId() == null) {
      throw HttpProblem.of(
          409, "is_code", "This run's workflow is code, which decides about its steps itself.");
    }
  }

  private static UUID attempt(Supplier<UUID> action) {
    try {
      return action.get();
    } catch (OrderBusyException e) {
      throw ActionsApi.busy(e);
    } catch (KeyTakenException e) {
      throw HttpProblem.of(409, "key_taken", String.valueOf(e.getMessage()));
    } catch (IllegalArgumentException e) {
      throw HttpProblem.of(404, "not_found", String.valueOf(e.getMessage()));
    } catch (IllegalStateException e) {
      throw HttpProblem.of(409, "not_now", String.valueOf(e.getMessage()));
    }
  }

  private Reply started(UUID asked, UUID goesOn) {
    var reply = Reply.json(202, reads.run(goesOn));
    return asked.equals(goesOn) ? reply : reply.with("Location", "/runs/" + goesOn);
  }
}
