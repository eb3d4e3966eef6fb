package dev.holdfast.server.api;

import dev.holdfast.log.RunState;
import dev.holdfast.server.http.Json;
import dev.holdfast.store.Header;
import dev.holdfast.store.RunFilter;
import dev.holdfast.store.Store;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads runs and makes their views. */
final class RunReads {

  /** A line of a list tells how far the run is if its log is no longer than this. */
  private static final int ROW_ENTRIES_MAX = 200;

  private static final int KEPT_MAX = 5_000;

  private final Store store;
  private final RunJson json;
  private final Function<RunState, Plan> plans;

  /** Of runs that have ended, whose logs never change. */
  private final Map<UUID, RunSummary> ended = new ConcurrentHashMap<>();

  RunReads(Store store, Names names, Function<RunState, Plan> plans) {
    this.store = store;
    this.json = new RunJson(names);
    this.plans = plans;
  }

  ArrayNode rows(RunFilter filter, @Nullable UUID before, int limit) {
    return rows(store.lists().find(filter, before, limit));
  }

  ArrayNode rows(List<Header> headers) {
    var rows = Json.array();
    headers.forEach(header -> rows.add(row(header)));
    return rows;
  }

  ObjectNode row(Header header) {
    return json.row(header, summary(header));
  }

  ObjectNode run(UUID run) {
    return view(history(run));
  }

  ObjectNode view(RunHistory history) {
    return json.run(history, plans.apply(history.state()));
  }

  RunHistory history(UUID run) {
    return RunHistory.of(store, run).orElseThrow(() -> Parameters.notFound("run", run));
  }

  RunHistory history(UUID run, long seq) {
    return RunHistory.upTo(store, run, seq, Integer.MAX_VALUE)
        .orElseThrow(() -> Parameters.notFound("run", run));
  }

  List<StepRow> steps(RunHistory history) {
    return StepRow.of(history.events(), history.state(), plans.apply(history.state()));
  }

  private Optional<RunSummary> summary(Header header) {
    var kept = ended.get(header.id());
    if (kept != null) {
      return Optional.of(kept);
    }
    var found =
        RunHistory.upTo(store, header.id(), Long.MAX_VALUE, ROW_ENTRIES_MAX)
            .map(h -> RunSummary.of(h.state(), h.events(), steps(h)));
    if (header.state().status().terminal()) {
      if (ended.size() >= KEPT_MAX) {
        ended.clear();
      }
      found.ifPresent(summary -> ended.put(header.id(), summary));
    }
    return found;
  }
}
