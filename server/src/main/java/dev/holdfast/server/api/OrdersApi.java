package dev.holdfast.server.api;

import dev.holdfast.server.graph.Graphs;
import dev.holdfast.server.graph.InvalidInput;
import dev.holdfast.server.http.Exchange;
import dev.holdfast.server.http.Json;
import dev.holdfast.server.http.Reply;
import dev.holdfast.store.OrderRow;
import java.math.BigDecimal;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/** The orders of the demonstration. */
final class OrdersApi {

  private final Graphs graphs;

  OrdersApi(Graphs graphs) {
    this.graphs = graphs;
  }

  Reply create(Exchange exchange) throws InterruptedException {
    var asked = Asked.of(exchange, Set.of("amount"));
    var amount = asked.node("amount");
    if (amount == null || !amount.isNumber()) {
      asked.wrong("/amount", "must be a number", "Give it like 49.99, without quotes.");
    }
    asked.done();
    try {
      var order = graphs.createOrder(amount == null ? BigDecimal.ZERO : amount.decimalValue());
      return Reply.json(201, json(order)).with("Location", "/orders/" + order.id());
    } catch (InvalidInput e) {
      throw Asked.problem(WorkflowsApi.mistakes(e.mistakes()));
    }
  }

  Reply get(Exchange exchange) {
    var id = exchange.path("id");
    return Reply.json(
        200,
        graphs.order(id).map(OrdersApi::json).orElseThrow(() -> Parameters.notFound("order", id)));
  }

  private static ObjectNode json(OrderRow order) {
    var node = Json.object();
    node.put("id", order.id());
    node.put("status", order.status());
    node.put("amount", order.amount());
    Times.put(node, "created_at", order.createdAt());
    Times.put(node, "updated_at", order.updatedAt());
    return node;
  }
}
