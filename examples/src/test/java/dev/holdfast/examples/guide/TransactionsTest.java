package dev.holdfast.examples.guide;

import static dev.holdfast.examples.guide.Shop.ORDER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Holdfast;
import dev.holdfast.WorkflowContext;
import dev.holdfast.examples.guide.Shop.Order;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** docs/guide/transactions.md. */
class TransactionsTest {

  @TempDir Path folder;

  // snippet: transaction
  int capture(WorkflowContext wf, Order order) {
    return wf.transaction(
        "capture",
        db -> {
          try (var insert = db.prepareStatement("INSERT INTO ledger (id, cents) VALUES (?, ?)")) {
            insert.setString(1, order.id());
            insert.setLong(2, order.cents());
            return insert.executeUpdate();
          }
        });
  }

  // end of snippet

  @Test
  void a_transactional_step_writes_once() throws Exception {
    createTable("CREATE TABLE ledger (id TEXT PRIMARY KEY, cents INTEGER)");
    for (int i = 0; i < 2; i++) {
      try (var holdfast = Holdfast.open(path())) {
        holdfast.workflow("shop.capture.v1", Order.class, Integer.class, this::capture);
        int written = holdfast.run("capture-o-1", wf -> capture(wf, ORDER));
        assertThat(written).isEqualTo(1);
      }
    }

    assertThat(count("ledger")).isEqualTo(1);
  }

  @Test
  void a_run_is_started_by_the_callers_own_commit() throws Exception {
    createTable("CREATE TABLE customer_order (id TEXT PRIMARY KEY)");
    try (var holdfast = Holdfast.open(path())) {
      var pay =
          holdfast.workflow("shop.pay.v1", Order.class, String.class, (wf, order) -> order.id());
      holdfast.start();
      var order = ORDER;
      try (var connection = connect()) {
        // snippet: enqueue
        connection.setAutoCommit(false);
        insert(connection, order);
        var run = pay.enqueue(connection, order, o -> o.key("pay-" + order.id()));
        connection.commit(); // the order and its run exist from here on, or neither does
        // end of snippet
        assertThat(run.join()).isEqualTo("o-1");
      }
    }
    assertThat(count("customer_order")).isEqualTo(1);
  }

  private static void insert(Connection connection, Order order) throws SQLException {
    try (var insert = connection.prepareStatement("INSERT INTO customer_order (id) VALUES (?)")) {
      insert.setString(1, order.id());
      insert.executeUpdate();
    }
  }

  private void createTable(String sql) throws SQLException {
    try (var connection = connect();
        var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private int count(String table) throws SQLException {
    try (var connection = connect();
        var statement = connection.createStatement();
        var rows = statement.executeQuery("SELECT count(*) FROM " + table)) {
      rows.next();
      return rows.getInt(1);
    }
  }

  private Connection connect() throws SQLException {
    return DriverManager.getConnection("jdbc:sqlite:" + path());
  }

  private String path() {
    return folder.resolve("app.db").toString();
  }
}
