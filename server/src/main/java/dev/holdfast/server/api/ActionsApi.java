package dev.holdfast.server.api;

import dev.holdfast.engine.Engine;
import dev.holdfast.engine.OrderBusyException;
import dev.holdfast.log.Json;
import dev.holdfast.log.RunState;
import dev.holdfast.server.http.Exchange;
import dev.holdfast.server.http.HttpProblem;
import dev.holdfast.server.http.Mistake;
import dev.holdfast.server.http.Reply;
import dev.holdfast.store.Header;
import dev.holdfast.store.RunStatus;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;

/**
 * What people do to runs. Every action is an append to the log and answered after its commit; what
 * follows from it is the engine's and comes later, so the answer is 202 with the run as it is now.
 */
final class ActionsApi {

  private final Engine engine;
  private final RunReads reads;

  ActionsApi(Engine engine, RunReads reads) {
    this.engine = engine;
    this.reads = reads;
  }

  Reply cancel(Exchange exchange) throws InterruptedException {
    var run = known(exchange);
    var asked = Asked.of(exchange, Set.of("reason"));
    var reason = Objects.requireNonNullElse(asked.text("reason"), "asked for");
    asked.done();
    cancel(run.id(), reason);
    return accepted(run.id());
  }

  Reply retry(Exchange exchange) throws InterruptedException {
    var run = known(exchange);
    Asked.of(exchange, Set.of()).done();
    return started(retry(run.id()));
  }

  Reply signal(Exchange exchange) throws InterruptedException {
    var run = known(exchange);
    var asked = Asked.of(exchange, Set.of("name", "value", "id"));
    var name = asked.text("name");
    if (name == null && !asked.has("name")) {
      asked.wrong("/name", "is missing", "Name the signal that the run waits for.");
    }
    var id = asked.text("id");
    var value = asked.value("value");
    asked.done();
    if (!engine.signal(run.id(), String.valueOf(name), value == null ? Json.NULL : value, id)) {
      throw ended(run.id());
    }
    return accepted(run.id());
  }

  /** Lets a paused run go on. */
  Reply resume(Exchange exchange) throws InterruptedException {
    var run = known(exchange);
    var asked = Asked.of(exchange, Set.of("decision"));
    var decision = Objects.requireNonNullElse(asked.text("decision"), RunState.ACCEPT);
    if (!Set.of(RunState.ACCEPT, "look").contains(decision)) {
      asked.wrong(
          "/decision",
          "must be accept or look",
          "accept leaves behind recorded steps that the code no longer asks for; look compares"
              + " again.");
    }
    asked.done();
    if (!engine.resume(run.id(), decision)) {
      throw HttpProblem.of(409, "not_paused", "Run %s is not paused.".formatted(run.id()));
    }
    return accepted(run.id());
  }

  /** Cancels a run; that a cancelled one is cancelled again changes nothing and is no error. */
  void cancel(UUID run, String reason) {
    if (!engine.cancel(run, reason)) {
      var now = engine.header(run).map(header -> header.state().status());
      if (now.isPresent() && now.get() != RunStatus.CANCELLED) {
        throw ended(run);
      }
    }
  }

  /** Runs a failed run again, from the step that failed; the new run's id. */
  UUID retry(UUID run) {
    try {
      return engine.retry(run);
    } catch (OrderBusyException e) {
      throw busy(e);
    } catch (IllegalStateException e) {
      throw HttpProblem.of(
          409, "not_failed", "Only a run that has failed or was cancelled is run again.");
    }
  }

  static HttpProblem busy(OrderBusyException e) {
    return HttpProblem.of(409, "order_busy", String.valueOf(e.getMessage()))
        .errors(
            List.of(
                new Mistake(
                    "/order_id",
                    "the order has a run that has not ended"
                        + e.run().map(id -> ": " + id).orElse(""),
                    "Wait for it, or cancel it first.")));
  }

  private Header known(Exchange exchange) {
    var run = Parameters.pathId(exchange, "id", "run");
    return engine.header(run).orElseThrow(() -> Parameters.notFound("run", run));
  }

  private static HttpProblem ended(UUID run) {
    return HttpProblem.of(
        409, "run_ended", "Run %s has ended, and what has ended does not change.".formatted(run));
  }

  private Reply accepted(UUID run) {
    return Reply.json(202, reads.run(run));
  }

  private Reply started(UUID run) {
    return Reply.json(202, reads.run(run)).with("Location", "/runs/" + run);
  }
}
