package dev.holdfast.server.api;

import dev.holdfast.engine.Engine;
import dev.holdfast.log.Event;
import dev.holdfast.server.http.Exchange;
import dev.holdfast.server.http.HttpProblem;
import dev.holdfast.server.http.Json;
import dev.holdfast.server.http.Reply;
import dev.holdfast.store.DeadLetters.Decided;
import dev.holdfast.store.DeadLetters.Decision;
import dev.holdfast.store.Header;
import dev.holdfast.store.RunFilter;
import dev.holdfast.store.RunPhase;
import dev.holdfast.store.RunStatus;
import dev.holdfast.store.Store;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Runs that have failed for good and that nobody has decided about: by cause, one by one, and what
 * can be decided. A requeued run goes on as a new one, with all its attempts before it.
 */
final class DeadLettersApi {

  private static final int CAUSES_DEFAULT = 20;
  private static final int CAUSES_MAX = 200;

  private final Engine engine;
  private final Store store;
  private final RunReads reads;
  private final Filters filters;
  private final Causes causes;
  private final ActionsApi actions;

  DeadLettersApi(
      Engine engine, RunReads reads, Filters filters, Causes causes, ActionsApi actions) {
    this.engine = engine;
    this.store = engine.store();
    this.reads = reads;
    this.filters = filters;
    this.causes = causes;
    this.actions = actions;
  }

  Reply list(Exchange exchange) {
    int limit = Parameters.limit(exchange);
    int shown = (int) Parameters.number(exchange, "causes", CAUSES_DEFAULT, 1, CAUSES_MAX);
    var after = Parameters.queryId(exchange, "after").orElse(null);
    var filter = wanted(exchange);
    Map<RunPhase, Long> counts =
        filter == null ? Map.of() : store.lists().counts(filter, CountsApi.EXACT_UP_TO);
    var rows = filter == null ? Json.array() : reads.rows(filter, after, limit);
    var node = Json.object();
    node.put("total", counts.getOrDefault(RunPhase.FAILED, 0L));
    node.put("exact_up_to", CountsApi.EXACT_UP_TO);
    node.set("causes", causes.of(filter, shown));
    node.set("runs", rows);
    return Pages.next(exchange, Reply.json(200, node), rows, limit, "id");
  }

  /** One of them, with every error on the way; also when it has been decided about. */
  Reply get(Exchange exchange) {
    var header = failed(exchange);
    var decided = store.deadLetters().decision(header.id()).orElse(null);
    var node = Json.object();
    node.put("dead_letter", decided == null && header.parentStep() == null);
    node.set("run", reads.row(header));
    node.set("decision", decided == null ? null : json(decided));
    node.set("errors", errors(header.id()));
    return Reply.json(200, node);
  }

  Reply requeue(Exchange exchange) throws InterruptedException {
    return bulk(exchange, "requeue");
  }

  Reply discard(Exchange exchange) throws InterruptedException {
    return bulk(exchange, "discard");
  }

  Reply requeueOne(Exchange exchange) throws InterruptedException {
    var header = failed(exchange);
    Asked.of(exchange, Set.of()).done();
    var next = requeue(header.id());
    return Reply.json(202, reads.run(next)).with("Location", "/runs/" + next);
  }

  Reply discardOne(Exchange exchange) throws InterruptedException {
    var header = failed(exchange);
    var asked = Asked.of(exchange, Set.of("reason"));
    var reason = asked.text("reason");
    asked.done();
    discard(header.id(), reason);
    return Reply.json(200, json(store.deadLetters().decision(header.id()).orElseThrow()));
  }

  private Reply bulk(Exchange exchange, String action) throws InterruptedException {
    var asked = Asked.of(exchange, Set.of("dry_run", "reason", "all"));
    boolean dryRun = asked.flag("dry_run");
    boolean all = asked.flag("all");
    var reason = asked.text("reason");
    BulkApi.refuseUnfiltered(exchange, asked, all);
    asked.done();
    var filter = wanted(exchange);
    var runs = filter == null ? List.<UUID>of() : BulkApi.idsOf(store, filter);
    if (dryRun) {
      return Reply.json(200, BulkApi.counted(action, runs));
    }
    BulkApi.refuseTooMany(runs);
    return Reply.json(
        202,
        action.equals("requeue")
            ? BulkApi.done(action, runs, this::requeue)
            : BulkApi.done(action, runs, run -> discard(run, reason)));
  }

  private @Nullable RunFilter wanted(Exchange exchange) {
    return filters.of(exchange).map(RunFilter::onlyDeadLetters).orElse(null);
  }

  /** Whoever asks twice gets the same run twice. */
  private UUID requeue(UUID run) {
    var decided = store.deadLetters().decision(run);
    if (decided.isPresent() && decided.get().decision() == Decision.DISCARDED) {
      throw decidedOtherwise(decided.get());
    }
    return actions.retry(run);
  }

  private void discard(UUID run, @Nullable String reason) {
    var decision = new Decided(run, Decision.DISCARDED, null, reason, engine.now());
    if (store.deadLetters().decide(List.of(decision)).isEmpty()) {
      var known = store.deadLetters().decision(run);
      if (known.isPresent() && known.get().decision() != Decision.DISCARDED) {
        throw decidedOtherwise(known.get());
      }
    }
  }

  private Header failed(Exchange exchange) {
    var run = Parameters.pathId(exchange, "id", "run");
    var header = engine.header(run).orElseThrow(() -> Parameters.notFound("run", run));
    if (header.state().status() != RunStatus.FAILED) {
      throw HttpProblem.of(409, "not_failed", "Run %s has not failed.".formatted(run));
    }
    if (header.parentStep() != null) {
      throw HttpProblem.of(
          409,
          "was_called",
          "Run %s was called by run %s, which got its error. Decide about that one."
              .formatted(run, header.parentRun()));
    }
    return header;
  }

  private static HttpProblem decidedOtherwise(Decided decided) {
    return HttpProblem.of(
        409,
        "decided",
        "Run %s was %s already.".formatted(decided.run(), decided.decision().word()));
  }

  private static ObjectNode json(Decided decided) {
    var node = Json.object();
    node.put("run", decided.run().toString());
    node.put("decision", decided.decision().word());
    node.put("successor", Objects.toString(decided.successor(), null));
    node.put("reason", decided.reason());
    Times.put(node, "decided_at", decided.at());
    return node;
  }

  private ArrayNode errors(UUID run) {
    var errors = Json.array();
    for (var event : reads.history(run).events()) {
      switch (event) {
        case Event.StepFailed e -> {
          var node = errors.addObject();
          Times.put(node, "at", e.at());
          node.put("step", e.step());
          node.put("attempt", e.attempt());
          node.put("type", e.error().type());
          node.put("message", e.error().message());
        }
        case Event.RunFailed e -> {
          var node = errors.addObject();
          Times.put(node, "at", e.at());
          node.put("step", e.step());
          node.putNull("attempt");
          node.put("type", e.error().type());
          node.put("message", e.error().message());
        }
        default -> {}
      }
    }
    return errors;
  }
}
