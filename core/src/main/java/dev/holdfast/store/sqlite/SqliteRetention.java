package dev.holdfast.store.sqlite;

import dev.holdfast.store.Header;
import dev.holdfast.store.Micros;
import dev.holdfast.store.Retention;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Clears away what is long over in a SQLite file. */
final class SqliteRetention implements Retention {

  /** How many pages are given back in one transaction: nobody else writes meanwhile. */
  private static final int PAGES = 256;

  private static final UUID FIRST = new UUID(0, 0);

  private final SqliteWrites writes;
  private final SqliteReaders readers;

  SqliteRetention(SqliteWrites writes, SqliteReaders readers) {
    this.writes = writes;
    this.readers = readers;
  }

  @Override
  public List<Header> ended(Instant before, @Nullable UUID after, int limit) {
    return readers.query(
        "SELECT "
            + HeaderRow.COLUMNS
            + " FROM workflow_run WHERE id > ? AND id < ?"
            + " AND status IN ('succeeded', 'failed', 'cancelled') AND finished_at < ?"
            + " AND NOT EXISTS (SELECT 1 FROM workflow_run p WHERE p.id = workflow_run.parent_run"
            + " AND p.status IN ('pending', 'leased'))"
            + " ORDER BY id LIMIT ?",
        select -> {
          select.setBytes(1, HeaderRow.bytes(after == null ? FIRST : after));
          select.setBytes(2, HeaderRow.bytes(Retention.firstIdAt(before)));
          select.setLong(3, Micros.of(before));
          select.setInt(4, limit);
        },
        HeaderRow::read);
  }

  @Override
  public Set<UUID> delete(Collection<UUID> runs) {
    return writes.write(
        writer -> {
          Set<UUID> gone = new HashSet<>();
          for (var run : runs) {
            if (delete(writer, run)) {
              gone.add(run);
            }
          }
          return gone;
        });
  }

  private boolean delete(SqliteWriter writer, UUID run) throws SQLException {
    var id = HeaderRow.bytes(run);
    int ended =
        writes.execute(
            writer,
            "DELETE FROM workflow_run WHERE id = ?"
                + " AND status IN ('succeeded', 'failed', 'cancelled')",
            id);
    if (ended == 0) {
      return false;
    }
    writes.execute(writer, "DELETE FROM run_log WHERE run_id = ?", id);
    writes.execute(writer, "DELETE FROM dead_letter_decision WHERE run_id = ?", id);
    writes.execute(
        writer,
        "DELETE FROM payload WHERE hash IN (SELECT hash FROM payload_use WHERE run_id = ?1)"
            + " AND NOT EXISTS (SELECT 1 FROM payload_use u"
            + " WHERE u.hash = payload.hash AND u.run_id <> ?1)",
        id);
    writes.execute(writer, "DELETE FROM payload_use WHERE run_id = ?", id);
    return true;
  }

  @Override
  public int forgetNodes(Instant deadSince) {
    return writes.write(
        writer ->
            writes.execute(
                writer,
                "DELETE FROM node WHERE lease_until < ? AND id NOT IN (SELECT leased_by FROM"
                    + " workflow_run WHERE status = 'leased' AND leased_by IS NOT NULL)",
                Micros.of(deadSince)));
  }

  @Override
  public boolean shrink() {
    long free = freePages();
    if (free == 0) {
      return false;
    }
    writes.write(
        writer -> {
          try (var statement = writer.connection().createStatement()) {
            // Not execute: that makes one step, and gives back one page.
            return statement.executeUpdate("PRAGMA incremental_vacuum(" + PAGES + ")");
          }
        });
    // A file from before there was retention does not shrink, however often it is asked to.
    long left = freePages();
    return left > 0 && left < free;
  }

  private long freePages() {
    return readers.query("PRAGMA freelist_count", select -> {}, rows -> rows.getLong(1)).getFirst();
  }
}
