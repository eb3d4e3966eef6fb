package dev.holdfast.server.api;

import dev.holdfast.server.http.EventStream;
import dev.holdfast.server.http.Exchange;
import dev.holdfast.server.http.Json;
import dev.holdfast.server.http.Reply;
import dev.holdfast.store.Header;
import dev.holdfast.store.Store;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.UUID;

/**
 * Server-sent events of one run. Reads the log like any other reader and at the client's own pace,
 * so that nothing piles up here for a slow one, and nothing is said that is not committed. The id
 * of a message is the number of the event; a client that comes back with it misses nothing.
 */
final class RunStream {

  private static final int READ_ENTRIES = 100;

  /** How often to look by oneself: other processes write logs, too, and tell nobody here. */
  private static final long LOOK_EMBEDDED_MS = 1_000;

  private static final long LOOK_SHARED_MS = 300;

  private final Store store;
  private final Changes changes;
  private final RunReads reads;
  private final long lookEveryMs;

  RunStream(Store store, Changes changes, RunReads reads) {
    this.store = store;
    this.changes = changes;
    this.reads = reads;
    this.lookEveryMs = store.embedded() ? LOOK_EMBEDDED_MS : LOOK_SHARED_MS;
  }

  Reply open(Exchange exchange) {
    var run = Parameters.pathId(exchange, "id", "run");
    var header = store.header(run).orElseThrow(() -> Parameters.notFound("run", run));
    long after = after(exchange);
    boolean over = header.state().status().terminal() && after >= lastSeq(run);
    // 204 is how a browser is told not to come back.
    return over
        ? Reply.empty(204)
        : new Reply.Events(stream -> new Following(stream, run, after).follow());
  }

  private static long after(Exchange exchange) {
    var resumed = exchange.header("Last-Event-ID").filter(id -> id.matches("\\d{1,15}"));
    return resumed.isPresent()
        ? Long.parseLong(resumed.get())
        : Parameters.number(exchange, "after", 0, 0, Long.MAX_VALUE / 2);
  }

  private long lastSeq(UUID run) {
    return store.tail(run).map(entry -> entry.lastSeq()).orElse(0L);
  }

  private final class Following {

    private final EventStream stream;
    private final UUID run;
    private long after;
    private long from;

    Following(EventStream stream, UUID run, long after) {
      this.stream = stream;
      this.run = run;
      this.after = after;
      this.from = EventJson.entryBefore(store, run, after);
    }

    void follow() throws Exception {
      long silentSince = System.nanoTime();
      try (var watch = changes.watch(run)) {
        while (stream.open()) {
          // Asked before the log is read: if it had ended by then, all of the log is there.
          var header = store.header(run);
          if (sendNew()) {
            silentSince = System.nanoTime();
            header.ifPresent(this::sendSummary);
          } else if (header.map(h -> h.state().status().terminal()).orElse(true)) {
            stream.send(null, "end", "{}");
            return;
          } else if (System.nanoTime() - silentSince > stream.heartbeat().toNanos()) {
            stream.comment("still here");
            silentSince = System.nanoTime();
          } else {
            watch.await(Math.min(lookEveryMs, stream.heartbeat().toMillis()));
          }
        }
      }
    }

    private boolean sendNew() throws Exception {
      boolean sent = false;
      for (var entry : store.read(run, from, READ_ENTRIES)) {
        from = entry.seq();
        for (var event : EventJson.of(entry)) {
          long seq = event.get("seq").asLong();
          if (seq > after) {
            // Only the last of an entry is a place to come back to.
            var id = seq == entry.lastSeq() ? String.valueOf(seq) : null;
            stream.send(id, "event", Json.text(event));
            after = seq;
            sent = true;
          }
        }
      }
      return sent;
    }

    private void sendSummary(Header header) {
      try {
        stream.send(null, "run", Json.text(reads.row(store.header(run).orElse(header))));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
