package dev.holdfast.store.sqlite;

import dev.holdfast.store.DeadLetters;
import dev.holdfast.store.Micros;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Decisions about failed runs in a SQLite file. */
final class SqliteDeadLetters implements DeadLetters {

  private final SqliteWrites writes;
  private final SqliteReaders readers;

  SqliteDeadLetters(SqliteWrites writes, SqliteReaders readers) {
    this.writes = writes;
    this.readers = readers;
  }

  @Override
  public Set<UUID> decide(Collection<Decided> decisions) {
    return writes.write(
        writer -> {
          Set<UUID> fresh = new HashSet<>();
          try (var insert =
              writer
                  .connection()
                  .prepareStatement(
                      "INSERT INTO dead_letter_decision"
                          + " (run_id, decision, successor, reason, decided_at)"
                          + " VALUES (?,?,?,?,?) ON CONFLICT DO NOTHING")) {
            for (var one : decisions) {
              var successor = one.successor();
              insert.setBytes(1, HeaderRow.bytes(one.run()));
              insert.setString(2, one.decision().word());
              insert.setBytes(3, successor == null ? null : HeaderRow.bytes(successor));
              insert.setString(4, one.reason());
              insert.setLong(5, Micros.of(one.at()));
              if (insert.executeUpdate() > 0) {
                fresh.add(one.run());
              }
            }
          }
          return fresh;
        });
  }

  @Override
  public Optional<Decided> decision(UUID run) {
    return readers
        .query(
            "SELECT run_id, decision, successor, reason, decided_at"
                + " FROM dead_letter_decision WHERE run_id = ?",
            select -> select.setBytes(1, HeaderRow.bytes(run)),
            SqliteDeadLetters::read)
        .stream()
        .findFirst();
  }

  private static Decided read(ResultSet row) throws SQLException {
    var successor = row.getBytes(3);
    return new Decided(
        HeaderRow.uuid(row.getBytes(1)),
        Decision.of(row.getString(2)),
        successor == null ? null : HeaderRow.uuid(successor),
        row.getString(4),
        Micros.instant(row.getLong(5)));
  }
}
