package dev.holdfast.server.api;

import dev.holdfast.engine.Engine;
import dev.holdfast.server.graph.Graphs;
import dev.holdfast.server.http.Exchange;
import dev.holdfast.server.http.Json;
import dev.holdfast.server.http.Reply;
import dev.holdfast.store.NodeLease;
import dev.holdfast.store.RunQuery;
import dev.holdfast.store.RunStatus;
import dev.holdfast.store.StoreException;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whether this server can do its work, for whoever decides where requests go. */
final class ReadyApi {

  private static final Logger log = LoggerFactory.getLogger(ReadyApi.class);

  private final Engine engine;

  /** Once is enough: that another node has just died does not make this one unfit. */
  private volatile boolean recovered;

  ReadyApi(Engine engine) {
    this.engine = engine;
  }

  Reply ready(Exchange exchange) {
    try {
      var nodes = engine.store().nodes();
      // The store's own view: a loop that hangs or fails lets the lease run out there.
      boolean lease = nodes.stream().anyMatch(n -> n.node().equals(engine.node()) && n.live());
      recovered = recovered || nothingLeftBehind(nodes);
      return answer(true, lease, recovered);
    } catch (StoreException e) {
      log.warn("The store did not answer: {}", e.toString());
      return answer(false, false, recovered);
    }
  }

  /** Only of runs that this node can execute; others wait for somebody else. */
  private boolean nothingLeftBehind(List<NodeLease> nodes) {
    return nodes.stream()
        .filter(node -> !node.live())
        .map(gone -> query(gone.node()))
        .allMatch(query -> engine.store().find(query).isEmpty());
  }

  private static RunQuery query(String node) {
    return new RunQuery(Set.of(RunStatus.LEASED), Graphs.WORKFLOW, null, node, null, 1);
  }

  private static Reply answer(boolean store, boolean lease, boolean recovered) {
    boolean ready = store && lease && recovered;
    var node = Json.object();
    node.put("ready", ready);
    node.put("store", store);
    node.put("lease", lease);
    node.put("recovered", recovered);
    return Reply.json(ready ? 200 : 503, node);
  }
}
