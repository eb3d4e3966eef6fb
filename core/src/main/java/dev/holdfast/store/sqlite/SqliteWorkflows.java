package dev.holdfast.store.sqlite;

import dev.holdfast.store.Micros;
import dev.holdfast.store.WorkflowRow;
import dev.holdfast.store.Workflows;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Definitions in the table {@code workflow}. */
final class SqliteWorkflows implements Workflows {

  private static final String SELECT =
      "SELECT id, name, version, definition, created_at FROM workflow WHERE ";

  private final SqliteWrites writes;
  private final SqliteReaders readers;

  SqliteWorkflows(SqliteWrites writes, SqliteReaders readers) {
    this.writes = writes;
    this.readers = readers;
  }

  @Override
  public WorkflowRow add(UUID id, String name, String definition, Instant at) {
    // Counted inside the one writing transaction there is.
    writes.write(
        writer ->
            writes.execute(
                writer,
                "INSERT INTO workflow (id, name, version, definition, created_at)"
                    + " SELECT ?, ?, coalesce(max(version), 0) + 1, ?, ? FROM workflow"
                    + " WHERE name = ? ON CONFLICT DO NOTHING",
                HeaderRow.bytes(id),
                name,
                definition,
                Micros.of(at),
                name));
    return find(id).orElseThrow();
  }

  @Override
  public Optional<WorkflowRow> find(UUID id) {
    return readers
        .query(
            SELECT + "id = ?",
            select -> select.setBytes(1, HeaderRow.bytes(id)),
            SqliteWorkflows::read)
        .stream()
        .findFirst();
  }

  @Override
  public Optional<WorkflowRow> newest(String name) {
    return readers
        .query(
            SELECT + "name = ? ORDER BY version DESC LIMIT 1",
            select -> select.setString(1, name),
            SqliteWorkflows::read)
        .stream()
        .findFirst();
  }

  @Override
  public List<WorkflowRow> list(@Nullable String name, @Nullable UUID before, int limit) {
    var named = name == null ? "" : " AND name = ?2";
    var below = before == null ? "" : " AND id < ?3";
    return readers.query(
        SELECT + "true" + named + below + " ORDER BY id DESC LIMIT ?1",
        select -> {
          select.setInt(1, limit);
          if (name != null) {
            select.setString(2, name);
          }
          if (before != null) {
            select.setBytes(3, HeaderRow.bytes(before));
          }
        },
        SqliteWorkflows::read);
  }

  private static WorkflowRow read(ResultSet row) throws SQLException {
    return new WorkflowRow(
        HeaderRow.uuid(row.getBytes(1)),
        row.getString(2),
        row.getInt(3),
        row.getString(4),
        Micros.instant(row.getLong(5)));
  }
}
