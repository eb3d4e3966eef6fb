package dev.holdfast.bench;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.UUID;

/** Databases of a real PostgreSQL that is started here, with fsync and synchronous_commit on. */
final class PostgresTarget implements Target {

  private final EmbeddedPostgres server;
  private int stores;

  PostgresTarget() {
    try {
      this.server =
          EmbeddedPostgres.builder()
              .setServerConfig("fsync", "on")
              .setServerConfig("synchronous_commit", "on")
              .setServerConfig("shared_buffers", "512MB")
              .setServerConfig("max_wal_size", "4GB")
              .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public String name() {
    return "postgres";
  }

  @Override
  public String newStore() {
    var name = "bench_" + stores++;
    try (var connection = DriverManager.getConnection(url("postgres"));
        var statement = connection.createStatement()) {
      statement.execute("CREATE DATABASE " + name);
      return url(name);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public Connection raw() throws SQLException {
    return DriverManager.getConnection(newStore());
  }

  @Override
  public String rawTable() {
    return "CREATE TABLE run_log (run_id uuid NOT NULL, seq bigint NOT NULL, count int NOT NULL,"
        + " events text NOT NULL, PRIMARY KEY (run_id, seq))";
  }

  @Override
  public RawInsert prepare(Connection raw) throws SQLException {
    var insert =
        raw.prepareStatement(
            "INSERT INTO run_log SELECT r, s, 1, e FROM unnest(?::uuid[], ?::bigint[], ?::text[])"
                + " AS u (r, s, e)");
    return (runs, seq, events) -> {
      var ids = new UUID[runs.length];
      var seqs = new Long[runs.length];
      var texts = new String[runs.length];
      for (int i = 0; i < runs.length; i++) {
        var bytes = ByteBuffer.wrap(runs[i]);
        ids[i] = new UUID(bytes.getLong(), bytes.getLong());
        seqs[i] = seq;
        texts[i] = events;
      }
      insert.setArray(1, raw.createArrayOf("uuid", ids));
      insert.setArray(2, raw.createArrayOf("int8", seqs));
      insert.setArray(3, raw.createArrayOf("text", texts));
      insert.executeUpdate();
    };
  }

  @Override
  public long bytes(String store) throws SQLException {
    return number(
        store,
        "SELECT pg_total_relation_size('workflow.run_log')"
            + " + pg_total_relation_size('workflow.workflow_run')");
  }

  @Override
  public long logRows(String store) throws SQLException {
    return number(store, "SELECT count(*) FROM workflow.run_log");
  }

  @Override
  public long held(String store, String node) throws SQLException {
    return number(
        store,
        "SELECT count(*) FROM workflow.workflow_run WHERE status = 'leased' AND leased_by = '%s'"
            .formatted(node));
  }

  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String url(String database) {
    return "jdbc:postgresql://localhost:%d/%s?user=postgres".formatted(server.getPort(), database);
  }

  private static long number(String store, String sql) throws SQLException {
    try (var connection = DriverManager.getConnection(store);
        var statement = connection.createStatement();
        var rows = statement.executeQuery(sql)) {
      return rows.next() ? rows.getLong(1) : 0;
    }
  }
}
