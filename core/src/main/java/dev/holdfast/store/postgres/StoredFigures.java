package dev.holdfast.store.postgres;

import dev.holdfast.store.Figures;
import dev.holdfast.store.RunPhase;
import dev.holdfast.store.jdbc.PhaseSql;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Figures of a PostgreSQL database. */
final class StoredFigures implements Figures {

  /** As the index of the queue says it, or it would not be used. */
  private static final String QUEUED =
      "status = 'pending' and deleted_at is null and run_at is not null";

  /** Walks from one priority to the next, never through the runs between them. */
  private static final Sql QUEUE =
      Sql.parse(
          """
          with recursive clock as materialized (
            select coalesce(workflow.at_micros(:now::bigint), clock_timestamp()) as now
          ),
          level (v, place) as (
            select min(priority), 1 from workflow.workflow_run where QUEUED
            union all
            select
              (select min(priority) from workflow.workflow_run where QUEUED and priority > v),
              place + 1
            from level where v is not null and place < :levels
          )
          select v,
            (select count(*) from (select 1 from workflow.workflow_run
              where QUEUED and priority = v and run_at <= c.now limit :limit) as r),
            (select count(*) from (select 1 from workflow.workflow_run
              where QUEUED and priority = v and run_at > c.now limit :limit) as l),
            (select min(run_at) from workflow.workflow_run
              where QUEUED and priority = v and run_at <= c.now)
          from level cross join clock c where v is not null order by v\
          """
              .replace("QUEUED", QUEUED));

  /** A bound for each of the two, so that runs which sleep do not hide those which run. */
  private static final Sql OPEN =
      Sql.parse(
          """
          select PHASE, count(*) from (
            (select status, waiting_for, started_at from workflow.workflow_run
              where status = 'pending' and deleted_at is null limit :limit)
            union all
            (select status, waiting_for, started_at from workflow.workflow_run
              where status = 'leased' limit :limit)) as open
          group by 1\
          """
              .replace("PHASE", StoredLists.PHASE));

  private static final Sql HELD =
      Sql.parse(
          """
          select leased_by, count(*) from workflow.workflow_run
          where status = 'leased' and leased_by is not null group by 1\
          """);

  private static final Sql TABLES =
      Sql.parse(
          """
          select c.relname, pg_total_relation_size(c.oid),
            coalesce(pg_stat_get_live_tuples(c.oid), greatest(c.reltuples, 0)::bigint)
          from pg_class c
          where c.relnamespace = 'workflow'::regnamespace and c.relkind = 'r'
          order by 2 desc, 1\
          """);

  private static final Sql SIZE = Sql.parse("select pg_database_size(current_database())");
  private static final Sql VERSION = Sql.parse("select current_setting('server_version')");

  private final Database database;
  private final DatabaseClock clock;

  StoredFigures(Database database, DatabaseClock clock) {
    this.database = database;
    this.clock = clock;
  }

  private interface Binding {
    Query to(Query query) throws SQLException;
  }

  private interface Row<T> {
    T read(ResultSet row) throws SQLException;
  }

  @Override
  public String kind() {
    return "postgres";
  }

  @Override
  public String version() {
    return all(VERSION, query -> query, row -> row.getString(1)).getFirst();
  }

  @Override
  public List<Level> queue(int upTo) {
    return all(
        QUEUE,
        query ->
            query
                .time("now", clock.parameter())
                .number("levels", LEVELS_MAX)
                .number("limit", upTo + 1L),
        row -> new Level(row.getInt(1), row.getLong(2), row.getLong(3), HeaderRow.time(row, 4)));
  }

  @Override
  public Map<RunPhase, Long> open(int upTo) {
    record Counted(RunPhase phase, long runs) {}
    Map<RunPhase, Long> counts = new EnumMap<>(RunPhase.class);
    all(
            OPEN,
            query -> query.number("limit", upTo),
            row -> new Counted(PhaseSql.phase(row.getString(1)), row.getLong(2)))
        .forEach(counted -> counts.put(counted.phase, counted.runs));
    return counts;
  }

  @Override
  public Map<String, Long> held() {
    Map<String, Long> held = new HashMap<>();
    all(HELD, query -> query, row -> Map.entry(row.getString(1), row.getLong(2)))
        .forEach(entry -> held.put(entry.getKey(), entry.getValue()));
    return held;
  }

  @Override
  public Disk disk() {
    var tables =
        all(
            TABLES,
            query -> query,
            row -> new Table(row.getString(1), row.getLong(2), row.getLong(3)));
    long size = all(SIZE, query -> query, row -> row.getLong(1)).getFirst();
    return new Disk(size, null, null, tables);
  }

  private <T> List<T> all(Sql sql, Binding binding, Row<T> row) {
    return database.read(
        connection -> {
          try (var query = new Query(connection, sql);
              var rows = binding.to(query).rows()) {
            List<T> found = new ArrayList<>();
            while (rows.next()) {
              found.add(row.read(rows));
            }
            return found;
          }
        });
  }
}
