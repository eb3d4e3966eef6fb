package dev.holdfast.server.api;

import dev.holdfast.server.http.Exchange;
import dev.holdfast.server.http.Json;
import dev.holdfast.server.http.Reply;
import dev.holdfast.store.RunPhase;
import dev.holdfast.store.Store;
import java.util.Map;

/** How many runs there are of what, and why they fail. */
final class CountsApi {

  /** Ended runs are counted exactly up to here. */
  static final int EXACT_UP_TO = 10_000;

  private static final int CAUSES_DEFAULT = 20;
  private static final int CAUSES_MAX = 200;

  private final Store store;
  private final Filters filters;
  private final Causes causes;

  CountsApi(Store store, Filters filters, Causes causes) {
    this.store = store;
    this.filters = filters;
    this.causes = causes;
  }

  Reply counts(Exchange exchange) {
    var counts =
        filters
            .of(exchange)
            .map(filter -> store.lists().counts(filter, EXACT_UP_TO))
            .orElseGet(Map::of);
    var node = Json.object();
    for (var phase : RunPhase.values()) {
      node.put(phase.word(), counts.getOrDefault(phase, 0L));
    }
    node.put("exact_up_to", EXACT_UP_TO);
    return Reply.json(200, node);
  }

  Reply errors(Exchange exchange) {
    int limit = (int) Parameters.number(exchange, "limit", CAUSES_DEFAULT, 1, CAUSES_MAX);
    return Reply.json(200, causes.of(filters.of(exchange).orElse(null), limit));
  }
}
