package dev.holdfast.store.postgres;

import dev.holdfast.store.Micros;
import dev.holdfast.store.OrderRow;
import dev.holdfast.store.Orders;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/** Orders in the table {@code workflow.orders}, and the store's secrets beside them. */
final class StoredOrders implements Orders {

  private static final Sql ADD =
      Sql.parse(
          """
          insert into workflow.orders (id, status, amount, created_at, updated_at)
          select :id, 'pending', :amount::numeric, t, t from workflow.at_micros(:at) t
          on conflict do nothing\
          """);

  private static final Sql FIND =
      Sql.parse(
          """
          select id, status, amount, (extract(epoch from created_at) * 1000000)::bigint,
            (extract(epoch from updated_at) * 1000000)::bigint
          from workflow.orders where id = :id\
          """);

  private static final Sql MOVE =
      Sql.parse(
          """
          update workflow.orders set status = :to, updated_at = workflow.at_micros(:at)
          where id = :id and status = :from\
          """);

  private static final Sql LIVE_RUN =
      Sql.parse(
          """
          select id from workflow.workflow_run
          where order_id = :id and parent_run is null and status in ('pending', 'leased')\
          """);

  private static final Sql KEEP_SECRET =
      Sql.parse(
          "insert into workflow.secret (name, value) values (:name, :fresh) on conflict do"
              + " nothing");

  private static final Sql SECRET =
      Sql.parse("select value from workflow.secret where name = :name");

  private final Database database;

  StoredOrders(Database database) {
    this.database = database;
  }

  static String secret(Database database, String name, String fresh) {
    database.write(
        connection -> {
          try (var query = new Query(connection, KEEP_SECRET)) {
            return query.text("name", name).text("fresh", fresh).update();
          }
        });
    return database.read(
        connection -> {
          try (var query = new Query(connection, SECRET);
              var rows = query.text("name", name).rows()) {
            return rows.next() ? rows.getString(1) : fresh;
          }
        });
  }

  @Override
  public OrderRow add(String id, BigDecimal amount, Instant at) {
    database.write(
        connection -> {
          try (var query = new Query(connection, ADD)) {
            return query
                .text("id", id)
                .text("amount", amount.toPlainString())
                .time("at", at)
                .update();
          }
        });
    return find(id).orElseThrow();
  }

  @Override
  public Optional<OrderRow> find(String id) {
    return database.read(connection -> find(connection, id));
  }

  @Override
  public Optional<UUID> liveRun(String id) {
    return database.read(
        connection -> {
          try (var query = new Query(connection, LIVE_RUN);
              var rows = query.text("id", id).rows()) {
            return rows.next() ? Optional.of(rows.getObject(1, UUID.class)) : Optional.empty();
          }
        });
  }

  @Override
  public Optional<OrderRow> find(Connection connection, String id) throws SQLException {
    try (var query = new Query(connection, FIND);
        var row = query.text("id", id).rows()) {
      if (!row.next()) {
        return Optional.empty();
      }
      return Optional.of(
          new OrderRow(
              row.getString(1),
              row.getString(2),
              row.getBigDecimal(3),
              Micros.instant(row.getLong(4)),
              Micros.instant(row.getLong(5))));
    }
  }

  @Override
  public boolean move(Connection connection, String id, String from, String to, Instant at)
      throws SQLException {
    try (var query = new Query(connection, MOVE)) {
      return query.text("id", id).text("from", from).text("to", to).time("at", at).update() == 1;
    }
  }
}
