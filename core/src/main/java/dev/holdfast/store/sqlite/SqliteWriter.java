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
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConnection;

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
  private final PreparedStatement deleteHeader;
  private final PreparedStatement takeLock;

  SqliteWriter(Connection connection) throws SQLException {
    this.connection = connection;
    // The driver begins the next transaction with the end of the last one. An immediate one would
    // keep everybody else from writing to the file for as long as this connection exists.
    connection
        .unwrap(SQLiteConnection.class)
        .getConnectionConfig()
        .setTransactionMode(SQLiteConfig.TransactionMode.DEFERRED);
    connection.setAutoCommit(false);
    takeLock = connection.prepareStatement("UPDATE node SET lease_until = 0 WHERE false");
    insertHeader = connection.prepareStatement(HeaderRow.INSERT + " ON CONFLICT DO NOTHING");
    insertEntry =
        connection.prepareStatement(
            "INSERT INTO run_log (run_id, seq, count, events) VALUES (?,?,?,?)"
                + " ON CONFLICT DO NOTHING");
    updateHeader = connection.prepareStatement(HeaderRow.UPDATE);
    insertPayload =
        connection.prepareStatement(
            "INSERT INTO payload (hash, data) VALUES (?,?) ON CONFLICT DO NOTHING");
    deleteHeader = connection.prepareStatement("DELETE FROM workflow_run WHERE id = ?");
  }

  Connection connection() {
    return connection;
  }

  /**
   * Makes this transaction the one that writes, before it reads: what it decides on what it has
   * read is then still so when it writes. Needless where the first statement is a write anyway.
   */
  void lock() throws SQLException {
    takeLock.executeUpdate();
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
      statements += (touchesHeader ? 1 : 0) + append.payloads().size();
    }
    return statements;
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
          any = true;
        }
      }
    }
    if (any) {
      insertPayload.executeBatch();
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
