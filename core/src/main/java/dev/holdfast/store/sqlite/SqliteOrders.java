package dev.holdfast.store.sqlite;

import dev.holdfast.store.Micros;
import dev.holdfast.store.OrderRow;
import dev.holdfast.store.Orders;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * Orders in the table {@code demo_orders}: {@code orders} may be a table of the user's in this
 * file.
 */
final class SqliteOrders implements Orders {

  private static final String SELECT =
      "SELECT id, status, amount, created_at, updated_at FROM demo_orders WHERE id = ?";

  private final SqliteWrites writes;
  private final SqliteReaders readers;

  SqliteOrders(SqliteWrites writes, SqliteReaders readers) {
    this.writes = writes;
    this.readers = readers;
  }

  @Override
  public OrderRow add(String id, BigDecimal amount, Instant at) {
    writes.write(
        writer ->
            writes.execute(
                writer,
                "INSERT INTO demo_orders (id, status, amount, created_at, updated_at)"
                    + " VALUES (?, 'pending', ?, ?, ?) ON CONFLICT DO NOTHING",
                id,
                amount.doubleValue(),
                Micros.of(at),
                Micros.of(at)));
    return find(id).orElseThrow();
  }

  @Override
  public Optional<OrderRow> find(String id) {
    return readers.query(SELECT, select -> select.setString(1, id), SqliteOrders::read).stream()
        .findFirst();
  }

  @Override
  public Optional<UUID> liveRun(String id) {
    return readers
        .query(
            "SELECT id FROM workflow_run WHERE order_id = ? AND parent_run IS NULL"
                + " AND status IN ('pending', 'leased')",
            select -> select.setString(1, id),
            rows -> HeaderRow.uuid(rows.getBytes(1)))
        .stream()
        .findFirst();
  }

  @Override
  public Optional<OrderRow> find(Connection connection, String id) throws SQLException {
    try (var select = connection.prepareStatement(SELECT)) {
      select.setString(1, id);
      try (var rows = select.executeQuery()) {
        return rows.next() ? Optional.of(read(rows)) : Optional.empty();
      }
    }
  }

  @Override
  public boolean move(Connection connection, String id, String from, String to, Instant at)
      throws SQLException {
    try (var update =
        connection.prepareStatement(
            "UPDATE demo_orders SET status = ?, updated_at = ? WHERE id = ? AND status = ?")) {
      update.setString(1, to);
      update.setLong(2, Micros.of(at));
      update.setString(3, id);
      update.setString(4, from);
      return update.executeUpdate() == 1;
    }
  }

  private static OrderRow read(ResultSet row) throws SQLException {
    return new OrderRow(
        row.getString(1),
        row.getString(2),
        BigDecimal.valueOf(row.getDouble(3)),
        Micros.instant(row.getLong(4)),
        Micros.instant(row.getLong(5)));
  }
}
