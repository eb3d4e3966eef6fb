package dev.holdfast.store.sqlite;

import dev.holdfast.store.StoreException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.LongAdder;

/** A few reading connections; in WAL mode they never wait for the writer. */
final class SqliteReaders implements AutoCloseable {

  private static final int CONNECTIONS_MAX = 4;

  interface Bind {
    void to(PreparedStatement select) throws SQLException;
  }

  interface Row<T> {
    T read(ResultSet rows) throws SQLException;
  }

  private record Reader(Connection connection, Map<String, PreparedStatement> prepared) {}

  private final SqliteFile file;
  private final LongAdder statements;
  private final Semaphore permits = new Semaphore(CONNECTIONS_MAX);
  private final ConcurrentLinkedQueue<Reader> idle = new ConcurrentLinkedQueue<>();
  private volatile boolean closed;

  SqliteReaders(SqliteFile file, LongAdder statements) {
    this.file = file;
    this.statements = statements;
  }

  <T> List<T> query(String sql, Bind bind, Row<T> row) {
    permits.acquireUninterruptibly();
    try {
      return queryWith(sql, bind, row);
    } catch (SQLException e) {
      throw new StoreException.Unavailable("cannot read " + file + ": " + e.getMessage(), e);
    } finally {
      permits.release();
    }
  }

  @Override
  public void close() {
    closed = true;
    permits.acquireUninterruptibly(CONNECTIONS_MAX);
    try {
      for (var reader = idle.poll(); reader != null; reader = idle.poll()) {
        reader.connection.close();
      }
    } catch (SQLException e) {
      throw new StoreException.Unavailable("cannot close " + file + ": " + e.getMessage(), e);
    } finally {
      permits.release(CONNECTIONS_MAX);
    }
  }

  private <T> List<T> queryWith(String sql, Bind bind, Row<T> row) throws SQLException {
    if (closed) {
      throw new IllegalStateException("the store " + file + " is closed");
    }
    statements.increment();
    var reader = idle.poll();
    if (reader == null) {
      reader = new Reader(file.connect(true), new HashMap<>());
    }
    boolean sound = false;
    try {
      var select = reader.prepared.get(sql);
      if (select == null) {
        select = reader.connection.prepareStatement(sql);
        reader.prepared.put(sql, select);
      }
      bind.to(select);
      List<T> result = new ArrayList<>();
      try (var rows = select.executeQuery()) {
        while (rows.next()) {
          result.add(row.read(rows));
        }
      }
      sound = true;
      return result;
    } finally {
      if (sound) {
        idle.add(reader);
      } else {
        reader.connection.close();
      }
    }
  }
}
