package dev.holdfast.store.postgres;

import dev.holdfast.store.Append;
import dev.holdfast.store.Outcome;
import dev.holdfast.store.StoreException;
import dev.holdfast.store.TransactionWork;
import dev.holdfast.store.jdbc.GuardedConnection;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Runs a user's work and writes its append in the same transaction. */
final class Transactions {

  /** The same for the append as on the engine's own connections; over with the transaction. */
  private static final String PLAN_BY_INDEX = Database.planByIndex("local");

  /**
   * Nothing but our own two statements is left to do. If the process freezes between them, its
   * entry is there and not there, and whoever wants to take the run over would wait for it.
   */
  private static final String HURRY = "; set local idle_in_transaction_session_timeout = '5s'";

  /** An earlier statement failed, and whoever ran it went on all the same. */
  private static final String FAILED_TRANSACTION = "25P02";

  private final Database database;
  private final Function<List<Append>, @Nullable String> hints;

  Transactions(Database database, Function<List<Append>, @Nullable String> hints) {
    this.database = database;
    this.hints = hints;
  }

  Outcome run(TransactionWork work) throws Exception {
    try (var connection = database.transaction()) {
      var append = work(connection, work);
      var outcome = write(connection, append);
      if (outcome == Outcome.COMMITTED) {
        commit(connection);
      } else {
        rollback(connection);
      }
      return outcome;
    }
  }

  private Append work(Connection connection, TransactionWork work) throws Exception {
    try (var guarded = new GuardedConnection(connection)) {
      return work.run(guarded.proxy());
    } catch (Throwable failed) {
      rollback(connection);
      if (failed instanceof SQLException e && connection.isClosed()) {
        // Not the work's own fault: the database went away, and took nothing.
        throw Failures.ofConnect(e);
      }
      throw failed;
    }
  }

  private Outcome write(Connection connection, Append append) throws SQLException {
    try (var statement = connection.createStatement()) {
      database.count();
      statement.execute(PLAN_BY_INDEX + HURRY + lock(append));
      database.count();
      var appends = List.of(append);
      return Batch.write(connection, appends, hints.apply(appends)).get(0);
    } catch (SQLException e) {
      rollback(connection);
      if (FAILED_TRANSACTION.equals(e.getSQLState())) {
        throw new SQLException(
            "a statement of this transactional step failed and its error was swallowed, so nothing"
                + " can be committed; let the exception through, or use a savepoint",
            FAILED_TRANSACTION,
            e);
      }
      // Nothing was committed, whatever became of the connection.
      throw new StoreException.Unavailable("PostgreSQL refused: " + e.getMessage(), e);
    }
  }

  /**
   * Claims skip a run whose row is locked; they would wait for an entry, and hold up all others.
   */
  private static String lock(Append append) {
    return "; select from workflow.workflow_run where id = '%s' for update".formatted(append.run());
  }

  private void commit(Connection connection) throws SQLException {
    database.count();
    try {
      connection.commit();
    } catch (SQLException e) {
      rollback(connection);
      if (Failures.rolledBack(e) && !Failures.worthRepeating(e)) {
        // The work's own doing, such as a deferred constraint that does not hold.
        throw e;
      }
      throw Failures.ofWrite(e);
    }
  }

  private void rollback(Connection connection) {
    database.count();
    try {
      connection.rollback();
    } catch (SQLException e) {
      database.discard(connection);
    }
  }
}
