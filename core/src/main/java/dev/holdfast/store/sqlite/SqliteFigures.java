package dev.holdfast.store.sqlite;

import dev.holdfast.store.Figures;
import dev.holdfast.store.Micros;
import dev.holdfast.store.RunPhase;
import dev.holdfast.store.jdbc.PhaseSql;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Figures of a SQLite file. */
final class SqliteFigures implements Figures {

  /** Walks from one priority to the next, never through the runs between them. */
  static final String QUEUE =
      """
      WITH RECURSIVE level (v) AS (
        SELECT min(priority) FROM workflow_run WHERE status = 'pending'
        UNION ALL
        SELECT (SELECT min(priority) FROM workflow_run WHERE status = 'pending' AND priority > v)
        FROM level WHERE v IS NOT NULL LIMIT %d)
      SELECT v,
        (SELECT count(*) FROM (SELECT 1 FROM workflow_run
          WHERE status = 'pending' AND priority = v AND run_at <= ?1 LIMIT ?2)),
        (SELECT count(*) FROM (SELECT 1 FROM workflow_run
          WHERE status = 'pending' AND priority = v AND run_at > ?1 LIMIT ?2)),
        (SELECT min(run_at) FROM workflow_run
          WHERE status = 'pending' AND priority = v AND run_at <= ?1)
      FROM level WHERE v IS NOT NULL\
      """
          .formatted(LEVELS_MAX);

  /** A bound for each of the two, so that runs which sleep do not hide those which run. */
  static final String OPEN =
      """
      SELECT %s, count(*) FROM (
        SELECT * FROM (SELECT status, waiting_for, started_at FROM workflow_run
          WHERE status = 'pending' AND priority > -9223372036854775807 LIMIT ?1)
        UNION ALL
        SELECT * FROM (SELECT status, waiting_for, started_at FROM workflow_run
          WHERE status = 'leased' AND leased_by > '' LIMIT ?1))
      GROUP BY 1\
      """
          .formatted(SqliteLists.PHASE);

  static final String HELD =
      "SELECT leased_by, count(*) FROM workflow_run WHERE status = 'leased' AND leased_by > ''"
          + " GROUP BY leased_by";

  /**
   * Every page once. A table with row ids has its rows on the leaves; the others are trees of their
   * key, with rows on every page.
   */
  private static final String TABLES =
      """
      SELECT s.tbl_name, sum(d.bytes),
        sum(CASE WHEN s.type <> 'table' THEN 0
          WHEN s.sql LIKE '%WITHOUT ROWID%' THEN d.cells ELSE d.leaf_cells END)
      FROM (SELECT name, sum(pgsize) AS bytes, sum(ncell) AS cells,
              sum(CASE WHEN pagetype = 'leaf' THEN ncell ELSE 0 END) AS leaf_cells
            FROM dbstat GROUP BY name) d
      JOIN sqlite_schema s ON s.name = d.name
      GROUP BY s.tbl_name ORDER BY 2 DESC, 1\
      """;

  private final SqliteFile file;
  private final SqliteReaders readers;
  private final InstantSource clock;

  SqliteFigures(SqliteFile file, SqliteReaders readers, InstantSource clock) {
    this.file = file;
    this.readers = readers;
    this.clock = clock;
  }

  @Override
  public String kind() {
    return "sqlite";
  }

  @Override
  public String version() {
    return readers
        .query("SELECT sqlite_version()", select -> {}, row -> row.getString(1))
        .getFirst();
  }

  @Override
  public List<Level> queue(int upTo) {
    long now = Micros.of(clock.instant());
    return readers
        .query(
            QUEUE,
            select -> {
              select.setLong(1, now);
              select.setLong(2, upTo + 1L);
            },
            SqliteFigures::level)
        .stream()
        // Runs that wait for a word from somebody have a priority and no time.
        .filter(level -> level.ready() + level.later() > 0)
        .toList();
  }

  @Override
  public Map<RunPhase, Long> open(int upTo) {
    record Counted(RunPhase phase, long runs) {}
    Map<RunPhase, Long> counts = new EnumMap<>(RunPhase.class);
    readers
        .query(
            OPEN,
            select -> select.setLong(1, upTo),
            row -> new Counted(PhaseSql.phase(row.getString(1)), row.getLong(2)))
        .forEach(counted -> counts.put(counted.phase, counted.runs));
    return counts;
  }

  @Override
  public Map<String, Long> held() {
    Map<String, Long> held = new HashMap<>();
    readers
        .query(HELD, select -> {}, row -> Map.entry(row.getString(1), row.getLong(2)))
        .forEach(entry -> held.put(entry.getKey(), entry.getValue()));
    return held;
  }

  @Override
  public Disk disk() {
    long page = pragma("page_size");
    var tables =
        readers.query(
            TABLES,
            select -> {},
            row -> new Table(row.getString(1), row.getLong(2), row.getLong(3)));
    return new Disk(
        page * pragma("page_count"), page * pragma("freelist_count"), file.volumeFree(), tables);
  }

  private long pragma(String name) {
    return readers.query("PRAGMA " + name, select -> {}, row -> row.getLong(1)).getFirst();
  }

  private static Level level(ResultSet row) throws SQLException {
    long oldest = row.getLong(4);
    var since = row.wasNull() ? null : Micros.instant(oldest);
    return new Level(row.getInt(1), row.getLong(2), row.getLong(3), since);
  }
}
