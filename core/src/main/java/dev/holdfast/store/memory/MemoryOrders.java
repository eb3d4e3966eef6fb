package dev.holdfast.store.memory;

import dev.holdfast.store.Header;
import dev.holdfast.store.Micros;
import dev.holdfast.store.OrderRow;
import dev.holdfast.store.Orders;
import java.math.BigDecimal;
import java.sql.Connection;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** Orders in a map. There are no transactions here, so they never change. */
final class MemoryOrders implements Orders {

  private final Map<String, OrderRow> rows = new ConcurrentHashMap<>();
  private final Map<String, String> secrets = new ConcurrentHashMap<>();
  private final Supplier<List<Header>> headers;

  MemoryOrders(Supplier<List<Header>> headers) {
    this.headers = headers;
  }

  String secret(String name, String fresh) {
    return secrets.computeIfAbsent(name, missing -> fresh);
  }

  /** Whether this new run wants an order that a live one has. */
  boolean isTaken(Header header) {
    var order = header.orderId();
    return order != null && holdsOrder(header) && liveRun(order).isPresent();
  }

  @Override
  public OrderRow add(String id, BigDecimal amount, Instant at) {
    var time = Micros.truncate(at);
    return rows.computeIfAbsent(id, missing -> new OrderRow(id, "pending", amount, time, time));
  }

  @Override
  public Optional<OrderRow> find(String id) {
    return Optional.ofNullable(rows.get(id));
  }

  @Override
  public Optional<UUID> liveRun(String id) {
    return headers.get().stream()
        .filter(header -> id.equals(header.orderId()) && holdsOrder(header))
        .map(Header::id)
        .findFirst();
  }

  @Override
  public Optional<OrderRow> find(Connection connection, String id) {
    throw new UnsupportedOperationException("this store has no transactions");
  }

  @Override
  public boolean move(Connection connection, String id, String from, String to, Instant at) {
    throw new UnsupportedOperationException("this store has no transactions");
  }

  /** At most one run of an order has not ended, not counting those that it called. */
  private static boolean holdsOrder(Header header) {
    return header.parentRun() == null && !header.state().status().terminal();
  }
}
