package dev.holdfast.bench;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.impl.TimeBasedEpochGenerator;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.UUID;

/**
 * What the store itself can do: rows like ours, durability like ours, plain JDBC, one connection.
 * All ratios are against this.
 */
final class RawTable implements AutoCloseable {

  private static final int BATCH = 100;
  private static final int RUNS = 1_000;

  private static final TimeBasedEpochGenerator IDS = Generators.timeBasedEpochGenerator();

  /** About as long as an entry of one step: scheduled, started, completed. */
  private static final String EVENTS = "x".repeat(230);

  private final Connection connection;
  private final Target.RawInsert insert;
  private final byte[][] run = {newId()};
  private long seq;

  RawTable(Target target) throws SQLException {
    this.connection = target.raw();
    try (var statement = connection.createStatement()) {
      statement.execute(target.rawTable());
    }
    connection.setAutoCommit(false);
    this.insert = target.prepare(connection);
  }

  /** Rows per second in commits of a hundred; of several rounds the best. */
  static double rowsPerSecond(Target target, int rounds) throws SQLException {
    try (var table = new RawTable(target)) {
      double best = 0;
      for (int round = 0; round < rounds + 1; round++) {
        double rate = table.batches();
        best = round == 0 ? 0 : Math.max(best, rate);
      }
      return best;
    }
  }

  /** Commits one row more. */
  void commit() {
    try {
      insert.insert(run, ++seq, EVENTS);
      connection.commit();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }

  /** A thousand runs of ten entries, written in turn, as a thousand concurrent runs would. */
  private double batches() throws SQLException {
    var runs = new byte[RUNS][];
    for (int i = 0; i < RUNS; i++) {
      runs[i] = newId();
    }
    long begun = System.nanoTime();
    for (long entry = 1; entry <= 10; entry++) {
      for (int from = 0; from < RUNS; from += BATCH) {
        var batch = new byte[BATCH][];
        System.arraycopy(runs, from, batch, 0, BATCH);
        insert.insert(batch, entry, EVENTS);
        connection.commit();
      }
    }
    return RUNS * 10 / ((double) (System.nanoTime() - begun) / 1e9);
  }

  private static byte[] newId() {
    UUID id = IDS.generate();
    return ByteBuffer.allocate(16)
        .putLong(id.getMostSignificantBits())
        .putLong(id.getLeastSignificantBits())
        .array();
  }
}
