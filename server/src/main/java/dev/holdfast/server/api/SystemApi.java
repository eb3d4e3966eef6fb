package dev.holdfast.server.api;

import dev.holdfast.engine.Engine;
import dev.holdfast.server.graph.Graphs;
import dev.holdfast.server.http.Exchange;
import dev.holdfast.server.http.Json;
import dev.holdfast.server.http.Reply;
import java.io.IOException;
import java.util.List;

/** The process itself. */
final class SystemApi {

  private final Engine engine;

  SystemApi(Engine engine) {
    this.engine = engine;
  }

  Reply live(Exchange exchange) {
    return Reply.json(200, Json.object().put("status", "live").put("node", engine.node()));
  }

  /** The JSON Schema of definitions. */
  Reply schema(Exchange exchange) throws IOException {
    try (var in = Graphs.class.getResourceAsStream(Graphs.SCHEMA_RESOURCE)) {
      if (in == null) {
        throw new IOException("missing " + Graphs.SCHEMA_RESOURCE);
      }
      return new Reply.Whole(200, List.of(), Reply.JSON, in.readAllBytes());
    }
  }

  /** The nodes that the store has heard of, and until when each is believed alive. */
  Reply nodes(Exchange exchange) {
    var rows = Json.array();
    for (var node : engine.store().nodes()) {
      var row = rows.addObject();
      row.put("id", node.node());
      row.put("live", node.live());
      Times.put(row, "started_at", node.startedAt());
      Times.put(row, "lease_until", node.leaseUntil());
      row.put("here", node.node().equals(engine.node()));
    }
    return Reply.json(200, rows);
  }
}
