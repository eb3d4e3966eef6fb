package dev.holdfast.server;

import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Instant;

class SqliteRecoveryIT extends RecoveryContract {

  @Override
  String newStore() {
    return folder.resolve("runs.db").toString();
  }

  /** Nobody else can begin to write; that the server wants to, nobody can see. */
  @Override
  Blocked blockActions(String store, String order) throws Exception {
    var connection = DriverManager.getConnection("jdbc:sqlite:" + store);
    var statement = connection.createStatement();
    statement.execute("PRAGMA busy_timeout = 10000");
    statement.execute("BEGIN IMMEDIATE");
    return new Blocked() {
      @Override
      public boolean reached(Instant taskIsOver) {
        return Instant.now().isAfter(taskIsOver.plusMillis(300));
      }

      @Override
      public void close() throws SQLException {
        connection.close();
      }
    };
  }
}
