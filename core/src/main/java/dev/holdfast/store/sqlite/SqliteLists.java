package dev.holdfast.store.sqlite;

import dev.holdfast.store.Header;
import dev.holdfast.store.IdPrefix;
import dev.holdfast.store.Micros;
import dev.holdfast.store.RunFilter;
import dev.holdfast.store.RunLists;
import dev.holdfast.store.RunPhase;
import dev.holdfast.store.jdbc.PhaseSql;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Lists over the table {@code workflow_run}. */
final class SqliteLists implements RunLists {

  /** {@link RunPhase#of} in SQL. */
  static final String PHASE =
      """
      CASE status WHEN 'succeeded' THEN 'completed' WHEN 'failed' THEN 'failed'
        WHEN 'cancelled' THEN 'cancelled'
        ELSE CASE WHEN waiting_for LIKE 'paused: %' THEN 'paused'
          WHEN instr(waiting_for, 'another attempt at ') > 0 THEN 'retrying'
          WHEN status = 'leased' THEN 'running'
          WHEN started_at IS NULL OR waiting_for IS NULL OR waiting_for = 'a node' THEN 'pending'
          ELSE 'waiting' END END\
      """;

  static final String PENDING = "status = 'pending'";
  static final String LEASED = "status = 'leased'";

  /**
   * As the index of runs that have failed says it. SQLite uses an index of a part of a table only
   * for a query that repeats its condition, word for word, and otherwise reads the whole table.
   */
  private static final String FAILED_INDEX = "status IN ('failed', 'cancelled')";

  private static final Set<RunPhase> INDEXED = EnumSet.of(RunPhase.FAILED, RunPhase.CANCELLED);

  private static final Set<RunPhase> ENDED =
      EnumSet.of(RunPhase.COMPLETED, RunPhase.FAILED, RunPhase.CANCELLED);

  private final SqliteReaders readers;

  SqliteLists(SqliteReaders readers) {
    this.readers = readers;
  }

  /** Conditions and the values they are about. */
  static final class Where {
    final StringBuilder sql = new StringBuilder(" WHERE true");
    private final List<Object> values = new ArrayList<>();

    Where and(String condition, Object... bound) {
      sql.append(" AND ").append(condition);
      values.addAll(List.of(bound));
      return this;
    }

    void bind(PreparedStatement select) throws SQLException {
      for (int i = 0; i < values.size(); i++) {
        select.setObject(i + 1, values.get(i));
      }
    }
  }

  @Override
  public List<Header> find(RunFilter filter, @Nullable UUID before, int limit) {
    var where = where(filter);
    if (before != null) {
      where.and("id < ?", HeaderRow.bytes(before));
    }
    where.values.add(limit);
    return readers.query(
        "SELECT "
            + HeaderRow.COLUMNS
            + " FROM workflow_run"
            + where.sql
            + " ORDER BY id DESC LIMIT ?",
        where::bind,
        HeaderRow::read);
  }

  /** In one statement: a run that ends between two of them would be counted twice. */
  @Override
  public Map<RunPhase, Long> counts(RunFilter filter, int upTo) {
    record Counted(RunPhase phase, long runs) {}
    List<String> parts = new ArrayList<>();
    var all = new Where();
    for (var open : List.of(PENDING, LEASED)) {
      var where = where(filter).and(open);
      parts.add("SELECT " + PHASE + ", count(*) FROM workflow_run" + where.sql + " GROUP BY 1");
      all.values.addAll(where.values);
    }
    for (var phase : ENDED) {
      if (filter.phases().isEmpty() || filter.phases().contains(phase)) {
        var where = where(filter.phases(Set.of(phase)));
        parts.add(
            "SELECT '%s', count(*) FROM (SELECT 1 FROM workflow_run%s LIMIT ?)"
                .formatted(phase.word(), where.sql));
        all.values.addAll(where.values);
        all.values.add(upTo + 1);
      }
    }
    Map<RunPhase, Long> counts = new EnumMap<>(RunPhase.class);
    readers
        .query(
            String.join(" UNION ALL ", parts),
            all::bind,
            row -> new Counted(PhaseSql.phase(row.getString(1)), row.getLong(2)))
        .stream()
        .filter(counted -> counted.runs > 0)
        .forEach(counted -> counts.merge(counted.phase, counted.runs, Long::sum));
    return counts;
  }

  @Override
  public List<ErrorCount> errors(RunFilter filter, int limit) {
    var parts = failing(filter);
    var rows =
        parts.stream()
            .map(
                part ->
                    "SELECT type, workflow_id, last_error, id, updated_at FROM workflow_run"
                        + part.sql)
            .collect(Collectors.joining(" UNION ALL "));
    var all = new Where();
    parts.forEach(part -> all.values.addAll(part.values));
    all.values.add(limit);
    return readers.query(
        "SELECT type, workflow_id, last_error, count(*), max(id), min(updated_at), max(updated_at)"
            + " FROM ("
            + rows
            + ") GROUP BY 1, 2, 3 ORDER BY 4 DESC, 5 DESC LIMIT ?",
        all::bind,
        SqliteLists::errorCount);
  }

  /** Runs that fail or have failed, in parts each of which has an index. */
  static List<Where> failing(RunFilter filter) {
    return Stream.of(PENDING, LEASED, FAILED_INDEX + " AND status = 'failed'")
        .map(
            status ->
                where(filter)
                    .and(status)
                    .and("last_error IS NOT NULL")
                    .and(PHASE + " IN ('retrying', 'failed')"))
        .toList();
  }

  private static ErrorCount errorCount(ResultSet row) throws SQLException {
    var workflowId = row.getBytes(2);
    return new ErrorCount(
        row.getString(1),
        workflowId == null ? null : HeaderRow.uuid(workflowId),
        row.getString(3),
        row.getLong(4),
        HeaderRow.uuid(row.getBytes(5)),
        Micros.instant(row.getLong(6)),
        Micros.instant(row.getLong(7)));
  }

  static Where where(RunFilter f) {
    var where = new Where();
    if (f.deadLetters() || (!f.phases().isEmpty() && INDEXED.containsAll(f.phases()))) {
      where.and(FAILED_INDEX);
    }
    if (!f.phases().isEmpty()) {
      where.and("status IN (" + PhaseSql.statuses(f.phases()) + ")");
      where.and(PHASE + " IN (" + PhaseSql.words(f.phases()) + ")");
    }
    if (!f.statuses().isEmpty()) {
      where.and("(" + String.join(" OR ", f.statuses().stream().map(PhaseSql::is).toList()) + ")");
    }
    if (f.workflow() != null) {
      where.and(
          "(type = ? OR workflow_id IN (SELECT id FROM workflow WHERE name = ?))",
          f.workflow(),
          f.workflow());
    }
    if (f.workflowId() != null) {
      where.and("workflow_id = ?", HeaderRow.bytes(f.workflowId()));
    }
    if (f.text() != null) {
      mention(where, f.text());
    }
    if (!f.errors().isEmpty()) {
      where.and("last_error IN (" + marks(f.errors().size()) + ")", f.errors().toArray());
    }
    if (f.node() != null) {
      where.and("status = 'leased' AND leased_by = ?", f.node());
    }
    if (f.parent() != null) {
      where.and("parent_run = ?", HeaderRow.bytes(f.parent()));
    }
    if (f.order() != null) {
      where.and("order_id = ?", f.order());
    }
    if (f.since() != null) {
      where.and("created_at >= ?", Micros.of(f.since()));
    }
    if (f.priority() != null) {
      where.and("priority = ?", f.priority());
    }
    if (f.deadLetters()) {
      where.and(
          "status = 'failed' AND parent_step IS NULL AND NOT EXISTS"
              + " (SELECT 1 FROM dead_letter_decision d WHERE d.run_id = workflow_run.id)");
    }
    return where;
  }

  private static void mention(Where where, String text) {
    var like = "%" + text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%";
    var anywhere =
        "idempotency_key LIKE ? ESCAPE '\\' OR type LIKE ? ESCAPE '\\'"
            + " OR last_error LIKE ? ESCAPE '\\'"
            + " OR workflow_id IN (SELECT id FROM workflow WHERE name LIKE ? ESCAPE '\\')";
    var ids = IdPrefix.of(text);
    if (ids.isPresent()) {
      where.and(
          "(" + anywhere + " OR id BETWEEN ? AND ?)",
          like,
          like,
          like,
          like,
          HeaderRow.bytes(ids.get().first()),
          HeaderRow.bytes(ids.get().last()));
    } else {
      where.and("(" + anywhere + ")", like, like, like, like);
    }
  }

  private static String marks(int count) {
    return "?" + ",?".repeat(count - 1);
  }
}
