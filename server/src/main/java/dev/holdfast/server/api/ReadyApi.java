package dev.holdfast.server.api;

import dev.holdfast.engine.Engine;
import dev.holdfast.server.http.Exchange;
import dev.holdfast.server.http.Json;
import dev.holdfast.server.http.Reply;
import dev.holdfast.store.StoreException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whether this server can do its work, for whoever decides where requests go. */
final class ReadyApi {

  private static final Logger log = LoggerFactory.getLogger(ReadyApi.class);

  private final Engine engine;

  ReadyApi(Engine engine) {
    this.engine = engine;
  }

  Reply ready(Exchange exchange) throws InterruptedException {
    try {
      var nodes = engine.store().nodes();
      // The store's own view: a loop that hangs or fails lets the lease run out there.
      boolean lease = nodes.stream().anyMatch(n -> n.node().equals(engine.node()) && n.live());
      return answer(true, lease, engine.awaitRecovery(Duration.ZERO), engine.claims());
    } catch (StoreException e) {
      log.warn("The store did not answer: {}", e.toString());
      return answer(false, false, engine.awaitRecovery(Duration.ZERO), engine.claims());
    }
  }

  private static Reply answer(boolean store, boolean lease, boolean recovered, boolean claims) {
    boolean ready = store && lease && recovered && claims;
    var node = Json.object();
    node.put("ready", ready);
    node.put("store", store);
    node.put("lease", lease);
    node.put("recovered", recovered);
    node.put("claims", claims);
    return Reply.json(ready ? 200 : 503, node);
  }
}
