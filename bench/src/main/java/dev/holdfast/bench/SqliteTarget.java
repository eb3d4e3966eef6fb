package dev.holdfast.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Comparator;

/** Files in a folder that is removed at the end. */
final class SqliteTarget implements Target {

  private final Path folder;
  private int stores;

  SqliteTarget() {
    try {
      this.folder = Files.createTempDirectory("holdfast-bench");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public String name() {
    return "sqlite";
  }

  @Override
  public String newStore() {
    return folder.resolve("store-" + stores++ + ".db").toString();
  }

  @Override
  public Connection raw() throws SQLException {
    var connection = DriverManager.getConnection("jdbc:sqlite:" + newStore());
    try (var statement = connection.createStatement()) {
      statement.execute("PRAGMA journal_mode = WAL");
      statement.execute("PRAGMA synchronous = FULL");
      statement.execute("PRAGMA cache_size = -65536");
    }
    return connection;
  }

  @Override
  public String rawTable() {
    return "CREATE TABLE run_log (run_id BLOB NOT NULL, seq INTEGER NOT NULL, count INTEGER NOT"
        + " NULL, events TEXT NOT NULL, UNIQUE (run_id, seq))";
  }

  @Override
  public RawInsert prepare(Connection raw) throws SQLException {
    var insert = raw.prepareStatement("INSERT INTO run_log VALUES (?,?,?,?)");
    return (runs, seq, events) -> {
      for (var run : runs) {
        insert.setBytes(1, run);
        insert.setLong(2, seq);
        insert.setInt(3, 1);
        insert.setString(4, events);
        insert.addBatch();
      }
      insert.executeBatch();
    };
  }

  @Override
  public long bytes(String store) throws SQLException {
    return number(store, "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size");
  }

  @Override
  public long logRows(String store) throws SQLException {
    return number(store, "SELECT count(*) FROM run_log");
  }

  @Override
  public long held(String store, String node) throws SQLException {
    return number(
        store,
        "SELECT count(*) FROM workflow_run WHERE status = 'leased' AND leased_by = '%s'"
            .formatted(node));
  }

  @Override
  public void close() {
    try (var files = Files.walk(folder)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long number(String store, String sql) throws SQLException {
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + store);
        var statement = connection.createStatement();
        var rows = statement.executeQuery(sql)) {
      return rows.next() ? rows.getLong(1) : 0;
    }
  }
}
