package dev.holdfast.store.postgres;

import dev.holdfast.store.Entry;
import dev.holdfast.store.Header;
import dev.holdfast.store.Payload;
import dev.holdfast.store.RunQuery;
import dev.holdfast.store.RunStatus;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Everything that is read and not changed. */
final class Reads {

  private static final Sql ENTRIES =
      Sql.parse(
          """
          select run_id, seq, count, events from workflow.run_log
          where run_id = :run and seq > :after order by seq limit :limit\
          """);

  private static final Sql TAIL =
      Sql.parse(
          """
          select run_id, seq, count, events from workflow.run_log
          where run_id = :run order by seq desc limit 1\
          """);

  private static final Sql RUNS_IN_LOG =
      Sql.parse("select distinct run_id from workflow.run_log order by run_id desc limit :limit");

  private static final Sql RUNS_IN_LOG_BEFORE =
      Sql.parse(
          """
          select distinct run_id from workflow.run_log
          where run_id < :before order by run_id desc limit :limit\
          """);

  private static final Sql PAYLOAD =
      Sql.parse("select hash, data from workflow.payload where hash = :hash");

  static final String HEADERS = "select " + HeaderRow.COLUMNS + " from workflow.workflow_run";

  private static final Sql HEADER = Sql.parse(HEADERS + " where id = :run");

  private final Database database;

  Reads(Database database) {
    this.database = database;
  }

  List<Entry> entries(UUID run, long afterSeq, int limit) {
    return all(
        ENTRIES,
        query -> query.id("run", run).number("after", afterSeq).number("limit", limit),
        Reads::entry);
  }

  Optional<Entry> tail(UUID run) {
    return all(TAIL, query -> query.id("run", run), Reads::entry).stream().findFirst();
  }

  List<UUID> runsInLog(@Nullable UUID before, int limit) {
    return all(
        before == null ? RUNS_IN_LOG : RUNS_IN_LOG_BEFORE,
        query -> (before == null ? query : query.id("before", before)).number("limit", limit),
        row -> row.getObject(1, UUID.class));
  }

  Optional<Payload> payload(String hash) {
    return all(
            PAYLOAD,
            query -> query.text("hash", hash),
            row -> new Payload(row.getString(1), row.getString(2)))
        .stream()
        .findFirst();
  }

  Optional<Header> header(UUID run) {
    return all(HEADER, query -> query.id("run", run), HeaderRow::read).stream().findFirst();
  }

  /** Only the conditions that are asked for, so that each combination gets a plan of its own. */
  List<Header> find(RunQuery wanted) {
    var sql = new StringBuilder(HEADERS).append(" where true");
    List<Binding> bindings = new ArrayList<>();
    if (!wanted.statuses().isEmpty()) {
      sql.append(" and status = any (:statuses)");
      var words = wanted.statuses().stream().map(RunStatus::word).toArray(String[]::new);
      bindings.add(query -> query.texts("statuses", words));
    }
    if (wanted.workflow() != null) {
      sql.append(" and type = :workflow");
      bindings.add(query -> query.text("workflow", wanted.workflow()));
    }
    if (wanted.key() != null) {
      sql.append(" and idempotency_key = :key");
      bindings.add(query -> query.text("key", wanted.key()));
    }
    if (wanted.leasedBy() != null) {
      // Whoever holds a run has it leased; said so, the index of leased runs can be used.
      sql.append(" and status = 'leased' and leased_by = :holder");
      bindings.add(query -> query.text("holder", wanted.leasedBy()));
    }
    var before = wanted.before();
    if (before != null) {
      sql.append(" and id < :before");
      bindings.add(query -> query.id("before", before));
    }
    sql.append(" order by id desc limit :limit");
    bindings.add(query -> query.number("limit", wanted.limit()));
    return all(
        Sql.parse(sql.toString()),
        query -> {
          for (var binding : bindings) {
            binding.bind(query);
          }
          return query;
        },
        HeaderRow::read);
  }

  private interface Binding {
    Query bind(Query query) throws SQLException;
  }

  private interface Row<T> {
    T read(ResultSet row) throws SQLException;
  }

  private <T> List<T> all(Sql sql, Binding binding, Row<T> row) {
    return database.read(
        connection -> {
          try (var query = new Query(connection, sql);
              var rows = binding.bind(query).rows()) {
            List<T> found = new ArrayList<>();
            while (rows.next()) {
              found.add(row.read(rows));
            }
            return found;
          }
        });
  }

  private static Entry entry(ResultSet row) throws SQLException {
    return new Entry(row.getObject(1, UUID.class), row.getLong(2), row.getInt(3), row.getString(4));
  }
}
