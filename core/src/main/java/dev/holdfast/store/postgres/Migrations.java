package dev.holdfast.store.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the schema up to what this version needs. All missing scripts run in one transaction under
 * an advisory lock: nodes that start together wait for the first one and then find it done, and one
 * that dies half way leaves nothing behind.
 */
final class Migrations {

  private static final Logger LOG = LoggerFactory.getLogger(Migrations.class);

  static final List<String> SCRIPTS =
      List.of(
          "V001__initial.sql",
          "V002__workflows.sql",
          "V003__lists.sql",
          "V004__tokens.sql",
          "V005__dead_letters.sql",
          "V006__payload_use.sql");

  /** "holdfast", read as a number. */
  private static final long LOCK = 0x686F6C6466617374L;

  private static final String TABLE =
      """
      create schema if not exists workflow;
      create table if not exists workflow.schema_migration (
        version integer primary key,
        name text not null,
        applied_at timestamptz not null default now()
      )\
      """;

  private Migrations() {}

  static void run(Connection connection) throws SQLException {
    int found = version(connection);
    if (found == SCRIPTS.size()) {
      return;
    }
    if (found > SCRIPTS.size()) {
      LOG.warn(
          "The database has schema {}, made by a newer Holdfast; this one knows {}. Upgrade it"
              + " soon.",
          found,
          SCRIPTS.size());
      return;
    }
    // After an error the caller closes the connection, and that rolls back.
    connection.setAutoCommit(false);
    try (var statement = connection.createStatement()) {
      migrate(connection, statement);
      connection.commit();
    } catch (SQLException e) {
      throw new SQLException(
          "cannot create or upgrade the tables of Holdfast: " + e.getMessage(), e.getSQLState(), e);
    }
    connection.setAutoCommit(true);
  }

  private static void migrate(Connection connection, Statement statement) throws SQLException {
    statement.execute("select pg_advisory_xact_lock(" + LOCK + ")");
    statement.execute(TABLE);
    for (int version = version(connection) + 1; version <= SCRIPTS.size(); version++) {
      var script = SCRIPTS.get(version - 1);
      statement.execute(Sql.resource(script));
      try (var insert =
          connection.prepareStatement(
              "insert into workflow.schema_migration (version, name) values (?, ?)")) {
        insert.setInt(1, version);
        insert.setString(2, script);
        insert.executeUpdate();
      }
    }
  }

  /** The newest applied version; 0 when there is no schema yet. */
  static int version(Connection connection) throws SQLException {
    try (var statement = connection.createStatement()) {
      try (var rows =
          statement.executeQuery("select to_regclass('workflow.schema_migration') is not null")) {
        if (!rows.next() || !rows.getBoolean(1)) {
          return 0;
        }
      }
      try (var rows =
          statement.executeQuery(
              "select coalesce(max(version), 0) from workflow.schema_migration")) {
        return rows.next() ? rows.getInt(1) : 0;
      }
    }
  }
}
