package dev.holdfast.server;

import dev.holdfast.testkit.TestPostgres;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Instant;

class PostgresRecoveryIT extends RecoveryContract {

  @Override
  String newStore() {
    return TestPostgres.createDatabase();
  }

  /** Holds the order's row, for which the action waits in the middle of its transaction. */
  @Override
  Blocked blockActions(String store, String order) throws Exception {
    var connection = DriverManager.getConnection(store);
    connection.setAutoCommit(false);
    try (var lock =
        connection.prepareStatement(
            "SELECT 1 FROM workflow.orders WHERE id::text = ? FOR UPDATE")) {
      lock.setString(1, order);
      lock.executeQuery();
    }
    return new Blocked() {
      @Override
      public boolean reached(Instant taskIsOver) throws Exception {
        try (var looking = DriverManager.getConnection(store);
            var rows =
                looking
                    .createStatement()
                    .executeQuery(
                        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                            + " AND wait_event_type = 'Lock'")) {
          rows.next();
          return rows.getLong(1) > 0;
        }
      }

      @Override
      public void close() throws SQLException {
        connection.close();
      }
    };
  }
}
