package dev.holdfast.server.api;

import dev.holdfast.server.http.EventStream;
import dev.holdfast.server.http.Exchange;
import dev.holdfast.server.http.Json;
import dev.holdfast.server.http.Reply;
import dev.holdfast.store.Store;
import java.util.Locale;
import java.util.UUID;

/**
 * The log of an execution: a page of it, or all of it and what is still to come for whoever accepts
 * {@code text/event-stream}. Only what is committed is ever sent; the id of a message is the number
 * of its event, so that a client that comes back with it misses nothing.
 */
final class ExecutionLogApi {

  private static final int LINES_DEFAULT = 500;
  private static final int LINES_MAX = 5_000;
  private static final int STREAM_LINES = 200;

  /** How often to look by oneself: other processes write logs, too, and tell nobody here. */
  private static final long LOOK_MS = 300;

  private final Store store;
  private final Changes changes;
  private final ExecutionLog log;

  ExecutionLogApi(Store store, Changes changes) {
    this.store = store;
    this.changes = changes;
    this.log = new ExecutionLog(store);
  }

  Reply logs(Exchange exchange) {
    var run = ExecutionsApi.id(exchange);
    if (store.header(run).isEmpty()) {
      throw Parameters.notFound("execution", run);
    }
    long after = after(exchange);
    if (wantsStream(exchange)) {
      return new Reply.Events(stream -> follow(stream, run, after));
    }
    int limit = (int) Parameters.number(exchange, "limit", LINES_DEFAULT, 1, LINES_MAX);
    var page = log.page(run, after, limit);
    var node = Json.object();
    node.put("execution_id", run.toString());
    node.putArray("logs").addAll(page);
    if (page.size() < limit) {
      node.putNull("next");
    } else {
      node.set("next", page.getLast().get("seq"));
    }
    return Reply.json(200, node);
  }

  private static boolean wantsStream(Exchange exchange) {
    return exchange
        .header("Accept")
        .map(accept -> accept.toLowerCase(Locale.ROOT).contains("text/event-stream"))
        .orElse(false);
  }

  private static long after(Exchange exchange) {
    var resumed = exchange.header("Last-Event-ID").filter(id -> id.matches("\\d{1,15}"));
    return resumed.isPresent()
        ? Long.parseLong(resumed.get())
        : Parameters.number(exchange, "after", 0, 0, Long.MAX_VALUE / 2);
  }

  private void follow(EventStream stream, UUID run, long from) throws Exception {
    long after = from;
    long silentSince = System.nanoTime();
    try (var watch = changes.watch(run)) {
      while (stream.open()) {
        // Asked before the log is read: if it had ended by then, all of the log is there.
        boolean over = store.header(run).map(h -> h.state().status().terminal()).orElse(true);
        var lines = log.page(run, after, STREAM_LINES);
        for (var line : lines) {
          after = line.get("seq").asLong();
          stream.send(String.valueOf(after), "log", Json.text(line));
        }
        if (!lines.isEmpty()) {
          silentSince = System.nanoTime();
        } else if (over) {
          stream.send(null, "end", "{}");
          return;
        } else if (System.nanoTime() - silentSince > stream.heartbeat().toNanos()) {
          stream.comment("still here");
          silentSince = System.nanoTime();
        } else {
          watch.await(Math.min(LOOK_MS, stream.heartbeat().toMillis()));
        }
      }
    }
  }
}
