package dev.holdfast.store.sqlite;

import dev.holdfast.store.Append;
import dev.holdfast.store.Outcome;
import dev.holdfast.store.StoreException;
import dev.holdfast.store.TransactionWork;
import dev.holdfast.store.jdbc.GuardedConnection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The one writing connection, and the transactions on it, one after the other. */
final class SqliteWrites implements AutoCloseable {

  private final SqliteFile file;
  private final LongAdder statements;

  /** Guards all below. A lock, not a monitor: virtual threads wait here. */
  private final ReentrantLock writing = new ReentrantLock();

  private @Nullable SqliteWriter writer;
  private boolean closed;

  SqliteWrites(SqliteFile file, LongAdder statements) {
    this.file = file;
    this.statements = statements;
  }

  /** Somebody else's work and an append, both or neither. */
  Outcome transact(TransactionWork work) throws Exception {
    writing.lock();
    try {
      var writer = begin();
      Append append;
      try (var guarded = new GuardedConnection(writer.connection())) {
        append = work.run(guarded.proxy());
      } catch (Throwable failed) {
        rollback(writer);
        throw failed;
      }
      statements.increment();
      var outcome = attempt(writer, w -> w.write(List.of(append))).getFirst();
      if (outcome == Outcome.COMMITTED) {
        commit(writer);
      } else {
        rollback(writer);
      }
      return outcome;
    } finally {
      writing.unlock();
    }
  }

  /** Whether the calling thread is inside a transaction. */
  boolean inTransaction() {
    return writing.isHeldByCurrentThread();
  }

  /** Does it while nobody writes. */
  void exclusively(Runnable work) {
    writing.lock();
    try {
      work.run();
    } finally {
      writing.unlock();
    }
  }

  @Override
  public void close() {
    exclusively(
        () -> {
          closed = true;
          discardWriter();
        });
  }

  /** Work in a transaction of this store's own. */
  interface Work<T> {
    T run(SqliteWriter writer) throws SQLException;
  }

  <T> T write(Work<T> work) {
    writing.lock();
    try {
      var writer = begin();
      var result = attempt(writer, work);
      commit(writer);
      return result;
    } finally {
      writing.unlock();
    }
  }

  private SqliteWriter begin() {
    var writer = writer();
    try {
      writer.begin();
      return writer;
    } catch (SQLException e) {
      discardWriter();
      throw new StoreException.Unavailable("cannot write to " + file + ": " + e.getMessage(), e);
    }
  }

  /** Does the work in the open transaction; whatever fails here has not happened. */
  private <T> T attempt(SqliteWriter writer, Work<T> work) {
    try {
      return work.run(writer);
    } catch (SQLException e) {
      rollback(writer);
      throw new StoreException.Unavailable("cannot write to " + file + ": " + e.getMessage(), e);
    } catch (RuntimeException | Error e) {
      rollback(writer);
      throw e;
    }
  }

  /** A commit that fails may be on the disk or not: the caller has to read back. */
  private void commit(SqliteWriter writer) {
    try {
      writer.commit();
    } catch (SQLException e) {
      discardWriter();
      throw new StoreException.Unknown("commit to " + file + " ended with: " + e.getMessage(), e);
    }
  }

  private SqliteWriter writer() {
    if (closed) {
      throw new IllegalStateException("the store " + file + " is closed");
    }
    if (writer == null) {
      try {
        writer = new SqliteWriter(file.connect(false));
      } catch (SQLException e) {
        throw new StoreException.Unavailable("cannot open " + file + ": " + e.getMessage(), e);
      }
    }
    return writer;
  }

  private void rollback(SqliteWriter writer) {
    try {
      writer.rollback();
    } catch (SQLException e) {
      discardWriter();
    }
  }

  private void discardWriter() {
    if (writer != null) {
      try {
        writer.close();
      } catch (SQLException ignored) {
        // It is being thrown away because it failed; the next one starts afresh.
      }
      writer = null;
    }
  }

  int execute(SqliteWriter writer, String sql, Object... values) throws SQLException {
    statements.increment();
    try (var statement = writer.connection().prepareStatement(sql)) {
      bindAll(statement, List.of(values));
      return statement.executeUpdate();
    }
  }

  static void bindAll(PreparedStatement statement, List<?> values) throws SQLException {
    for (int i = 0; i < values.size(); i++) {
      statement.setObject(i + 1, values.get(i));
    }
  }
}
