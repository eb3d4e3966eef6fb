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
 *
 * @param rowsPerSecond in batches of a hundred rows per commit
 * @param commit one row per commit
 */
record RawLimit(double rowsPerSecond, Percentiles commit) {

  private static final int BATCH = 100;
  private static final int RUNS = 1_000;
  private static final int COMMITS = 4_000;

  private static final TimeBasedEpochGenerator IDS = Generators.timeBasedEpochGenerator();

  /** About as long as an entry of one step: scheduled, started, completed. */
  private static final String EVENTS = "x".repeat(230);

  static RawLimit measure(Target target, int rounds) throws SQLException {
    try (var raw = target.raw()) {
      try (var statement = raw.createStatement()) {
        statement.execute(target.rawTable());
      }
      raw.setAutoCommit(false);
      var insert = target.prepare(raw);
      double best = 0;
      for (int round = 0; round < rounds + 1; round++) {
        double rate = batches(raw, insert);
        best = round == 0 ? 0 : Math.max(best, rate);
      }
      return new RawLimit(best, singles(raw, insert));
    }
  }

  /** A thousand runs of ten entries, written in turn, as a thousand concurrent runs would. */
  private static double batches(Connection raw, Target.RawInsert insert) throws SQLException {
    var runs = new byte[RUNS][];
    for (int i = 0; i < RUNS; i++) {
      runs[i] = newId();
    }
    long begun = System.nanoTime();
    for (long seq = 1; seq <= 10; seq++) {
      for (int from = 0; from < RUNS; from += BATCH) {
        var batch = new byte[BATCH][];
        System.arraycopy(runs, from, batch, 0, BATCH);
        insert.insert(batch, seq, EVENTS);
        raw.commit();
      }
    }
    return RUNS * 10 / ((double) (System.nanoTime() - begun) / 1e9);
  }

  private static Percentiles singles(Connection raw, Target.RawInsert insert) throws SQLException {
    var run = new byte[][] {newId()};
    var nanos = new long[COMMITS / 2];
    for (int i = 0; i < COMMITS; i++) {
      long begun = System.nanoTime();
      insert.insert(run, i + 1L, EVENTS);
      raw.commit();
      if (i >= COMMITS / 2) {
        nanos[i - COMMITS / 2] = System.nanoTime() - begun;
      }
    }
    return Percentiles.of(nanos);
  }

  private static byte[] newId() {
    UUID id = IDS.generate();
    return ByteBuffer.allocate(16)
        .putLong(id.getMostSignificantBits())
        .putLong(id.getLeastSignificantBits())
        .array();
  }
}
