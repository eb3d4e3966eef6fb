package dev.holdfast.server.graph;

import dev.holdfast.store.OrderRow;
import dev.holdfast.store.Orders;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The actions of the demonstration: an order is validated, charged and shipped. */
final class DemoActions {

  private static final Logger log = LoggerFactory.getLogger(DemoActions.class);

  private final Orders orders;

  DemoActions(Orders orders) {
    this.orders = orders;
  }

  Map<String, GraphAction> all() {
    return Map.of(
        "validate_order",
        this::validate,
        "charge_payment",
        (db, order, step) -> move(db, order, "validated", "charged", step),
        "ship_order",
        (db, order, step) -> move(db, order, "charged", "shipped", step),
        "send_notification",
        this::sendNotification);
  }

  private void validate(Connection db, String id, GraphAction.Step step) throws SQLException {
    if (order(db, id).amount().signum() <= 0) {
      throw new IllegalStateException("order %s has no amount to pay".formatted(id));
    }
    move(db, id, "pending", "validated", step);
  }

  private void sendNotification(Connection db, String id, GraphAction.Step step)
      throws SQLException {
    log.info("Order {} is {} (run {})", id, order(db, id).status(), step.run());
  }

  private void move(Connection db, String id, String from, String to, GraphAction.Step step)
      throws SQLException {
    if (!orders.move(db, id, from, to, step.now())) {
      throw new IllegalStateException(
          "order %s is %s, so it cannot become %s; it must be %s"
              .formatted(id, order(db, id).status(), to, from));
    }
  }

  private OrderRow order(Connection db, String id) throws SQLException {
    return orders
        .find(db, id)
        .orElseThrow(() -> new IllegalStateException("there is no order " + id));
  }
}
