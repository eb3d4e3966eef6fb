package dev.holdfast.store.sqlite;

import dev.holdfast.store.Append;
import dev.holdfast.store.HeaderChange;
import dev.holdfast.store.Outcome;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The statements that write appends, prepared once on the writing connection. Begins and ends no
 * transaction; the store does.
 */
final class SqliteWriter implements AutoCloseable {

  private final Connection connection;
  private final PreparedStatement insertHeader;
  private final PreparedStatement insertEntry;
  private final PreparedStatement updateHeader;
  private final PreparedStatement insertPayload;
  private final PreparedStatement insertUse;
  private final PreparedStatement deleteHeader;

  SqliteWriter(Connection connection) throws SQLException {
    this.connection = connection;
    insertHeader = connection.prepareStatement(HeaderRow.INSERT + " ON CONFLICT DO NOTHING");
    insertEntry =
        connection.prepareStatement(
            "INSERT INTO run_log (run_id, seq, count, events) VALUES (?,?,?,?)"
                + " ON CONFLICT DO NOTHING");
    updateHeader = connection.prepareStatement(HeaderRow.UPDATE);
    insertPayload =
        connection.prepareStatement(
            "INSERT INTO payload (hash, data) VALUES (?,?) ON CONFLICT DO NOTHING");
    insertUse =
        connection.prepareStatement(
            "INSERT INTO payload_use (hash, run_id) VALUES (?,?) ON CONFLICT DO NOTHING");
    deleteHeader = connection.prepareStatement("DELETE FROM workflow_run WHERE id = ?");
  }

  /** Takes the file's write lock; until {@link #commit} or {@link #rollback} nobody else writes. */
  void begin() throws SQLException {
    connection.setAutoCommit(false);
  }

  /**
   * Commits and gives the lock back. Not {@code connection.commit()}: the driver would begin the
   * next transaction at once, and the lock would never be free for another process.
   */
  void commit() throws SQLException {
    connection.setAutoCommit(true);
  }

  void rollback() throws SQLException {
    if (!connection.getAutoCommit()) {
      connection.rollback();
      connection.setAutoCommit(true);
    }
  }

  Connection connection() {
    return connection;
  }

  /** Writes the appends into the open transaction. */
  List<Outcome> write(List<Append> appends) throws SQLException {
    var outcomes = new Outcome[appends.size()];
    Arrays.fill(outcomes, Outcome.COMMITTED);
    insertHeaders(appends, outcomes);
    insertEntries(appends, outcomes);
    insertPayloads(appends, outcomes);
    updateHeaders(appends, outcomes);
    return Arrays.asList(outcomes);
  }

  /** How many statements a call of {@link #write} with these appends executes. */
  static long statements(List<Append> appends) {
    long statements = appends.size();
    for (var append : appends) {
      boolean touchesHeader =
          append.change() != null && !(append.change() instanceof HeaderChange.Poke);
      statements += (touchesHeader ? 1 : 0) + 2L * append.payloads().size();
    }
    return statements;
  }

  /** For a connection that is not ours to close. */
  void closeStatements() throws SQLException {
    for (var statement :
        List.of(insertHeader, insertEntry, updateHeader, insertPayload, insertUse, deleteHeader)) {
      statement.close();
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }

  private void insertHeaders(List<Append> appends, Outcome[] outcomes) throws SQLException {
    List<Integer> indexes = new ArrayList<>();
    for (int i = 0; i < appends.size(); i++) {
      if (appends.get(i).change() instanceof HeaderChange.Insert insert) {
        HeaderRow.bindInsert(insertHeader, insert.header());
        insertHeader.addBatch();
        indexes.add(i);
      }
    }
    if (!indexes.isEmpty()) {
      markMissing(insertHeader, indexes, outcomes, Outcome.DUPLICATE);
    }
  }

  private void insertEntries(List<Append> appends, Outcome[] outcomes) throws SQLException {
    List<Integer> indexes = new ArrayList<>(appends.size());
    for (int i = 0; i < appends.size(); i++) {
      if (outcomes[i] == Outcome.COMMITTED) {
        var append = appends.get(i);
        insertEntry.setBytes(1, HeaderRow.bytes(append.run()));
        insertEntry.setLong(2, append.seq());
        insertEntry.setInt(3, append.count());
        insertEntry.setString(4, append.events());
        insertEntry.addBatch();
        indexes.add(i);
      }
    }
    if (indexes.isEmpty()) {
      return;
    }
    markMissing(insertEntry, indexes, outcomes, Outcome.CONFLICT);
    for (int i : indexes) {
      // A log without a header: the id is taken after all, so the new header must go again.
      if (outcomes[i] == Outcome.CONFLICT
          && appends.get(i).change() instanceof HeaderChange.Insert insert) {
        deleteHeader.setBytes(1, HeaderRow.bytes(insert.header().id()));
        deleteHeader.executeUpdate();
        outcomes[i] = Outcome.DUPLICATE;
      }
    }
  }

  private void insertPayloads(List<Append> appends, Outcome[] outcomes) throws SQLException {
    boolean any = false;
    for (int i = 0; i < appends.size(); i++) {
      if (outcomes[i] == Outcome.COMMITTED) {
        for (var payload : appends.get(i).payloads()) {
          insertPayload.setString(1, payload.hash());
          insertPayload.setString(2, payload.data());
          insertPayload.addBatch();
          insertUse.setString(1, payload.hash());
          insertUse.setBytes(2, HeaderRow.bytes(appends.get(i).run()));
          insertUse.addBatch();
          any = true;
        }
      }
    }
    if (any) {
      insertPayload.executeBatch();
      insertUse.executeBatch();
    }
  }

  private void updateHeaders(List<Append> appends, Outcome[] outcomes) throws SQLException {
    boolean any = false;
    for (int i = 0; i < appends.size(); i++) {
      if (outcomes[i] == Outcome.COMMITTED
          && appends.get(i).change() instanceof HeaderChange.Update update) {
        HeaderRow.bindUpdate(updateHeader, appends.get(i).run(), update.state());
        updateHeader.addBatch();
        any = true;
      }
    }
    if (any) {
      updateHeader.executeBatch();
    }
  }

  private static void markMissing(
      PreparedStatement statement, List<Integer> indexes, Outcome[] outcomes, Outcome missing)
      throws SQLException {
    int[] counts = statement.executeBatch();
    for (int i = 0; i < counts.length; i++) {
      if (counts[i] == 0) {
        outcomes[indexes.get(i)] = missing;
      }
    }
  }
}
