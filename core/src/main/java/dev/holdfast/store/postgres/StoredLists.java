package dev.holdfast.store.postgres;

import dev.holdfast.store.Header;
import dev.holdfast.store.IdPrefix;
import dev.holdfast.store.Micros;
import dev.holdfast.store.RunFilter;
import dev.holdfast.store.RunLists;
import dev.holdfast.store.RunPhase;
import dev.holdfast.store.jdbc.PhaseSql;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Lists over the table {@code workflow.workflow_run}. */
final class StoredLists implements RunLists {

  /** {@link RunPhase#of} in SQL. */
  static final String PHASE =
      """
      case status when 'succeeded' then 'completed' when 'failed' then 'failed'
        when 'cancelled' then 'cancelled'
        else case when waiting_for like 'paused: %' then 'paused'
          when position('another attempt at ' in waiting_for) > 0 then 'retrying'
          when status = 'leased' then 'running'
          when started_at is null or waiting_for is null or waiting_for = 'a node' then 'pending'
          else 'waiting' end end\
      """;

  private static final Set<RunPhase> ENDED =
      EnumSet.of(RunPhase.COMPLETED, RunPhase.FAILED, RunPhase.CANCELLED);

  private final Database database;

  StoredLists(Database database) {
    this.database = database;
  }

  private interface Binding {
    void to(Query query) throws SQLException;
  }

  private interface Row<T> {
    T read(ResultSet row) throws SQLException;
  }

  /** Conditions and the values they are about. */
  private static final class Where {
    private final StringBuilder sql = new StringBuilder(" where true");
    private final List<Binding> bindings = new ArrayList<>();

    Where and(String condition, Binding... bound) {
      sql.append(" and ").append(condition);
      bindings.addAll(List.of(bound));
      return this;
    }

    Where bind(Binding binding) {
      bindings.add(binding);
      return this;
    }
  }

  @Override
  public List<Header> find(RunFilter filter, @Nullable UUID before, int limit) {
    var where = where(filter);
    if (before != null) {
      where.and("id < :before", query -> query.id("before", before));
    }
    where.bind(query -> query.number("limit", limit));
    return all(
        Reads.HEADERS + where.sql + " order by id desc limit :limit", where, HeaderRow::read);
  }

  /** In one statement: a run that ends between two of them would be counted twice. */
  @Override
  public Map<RunPhase, Long> counts(RunFilter filter, int upTo) {
    record Counted(RunPhase phase, long runs) {}
    var open = where(filter).and(PhaseSql.OPEN).bind(query -> query.number("limit", upTo + 1L));
    var sql = new StringBuilder("select " + PHASE + ", count(*) from workflow.workflow_run");
    sql.append(open.sql).append(" group by 1");
    for (var phase : ENDED) {
      var ended = where(filter).and("status = '" + PhaseSql.status(phase) + "'");
      sql.append(" union all select '%s', count(*) from (".formatted(phase.word()))
          .append("select 1 from workflow.workflow_run")
          .append(ended.sql)
          .append(" limit :limit) as ended");
    }
    Map<RunPhase, Long> counts = new EnumMap<>(RunPhase.class);
    all(sql.toString(), open, row -> new Counted(PhaseSql.phase(row.getString(1)), row.getLong(2)))
        .stream()
        .filter(counted -> counted.runs > 0)
        .forEach(counted -> counts.put(counted.phase, counted.runs));
    return counts;
  }

  @Override
  public List<ErrorCount> errors(RunFilter filter, int limit) {
    var where =
        where(filter)
            .and("status in ('pending', 'leased', 'failed')")
            .and("last_error is not null")
            .and(PHASE + " in ('retrying', 'failed')")
            .bind(query -> query.number("limit", limit));
    return all(
        """
        select type, workflow_id, last_error, count(*),
          (array_agg(id order by id desc))[1] as newest,
          (extract(epoch from min(updated_at)) * 1000000)::bigint,
          (extract(epoch from max(updated_at)) * 1000000)::bigint
        from workflow.workflow_run\
        """
            + where.sql
            + " group by 1, 2, 3 order by 4 desc, 5 desc limit :limit",
        where,
        StoredLists::errorCount);
  }

  private static ErrorCount errorCount(ResultSet row) throws SQLException {
    return new ErrorCount(
        row.getString(1),
        row.getObject(2, UUID.class),
        row.getString(3),
        row.getLong(4),
        row.getObject(5, UUID.class),
        Micros.instant(row.getLong(6)),
        Micros.instant(row.getLong(7)));
  }

  private static Where where(RunFilter f) {
    var where = new Where();
    if (!f.phases().isEmpty()) {
      where.and("status in (" + PhaseSql.statuses(f.phases()) + ")");
      where.and(PHASE + " in (" + PhaseSql.words(f.phases()) + ")");
    }
    if (!f.statuses().isEmpty()) {
      where.and("(" + String.join(" or ", f.statuses().stream().map(PhaseSql::is).toList()) + ")");
    }
    if (f.workflow() != null) {
      where.and(
          "(type = :workflow or workflow_id in"
              + " (select id from workflow.workflow where name = :workflow))",
          query -> query.text("workflow", f.workflow()));
    }
    var definition = f.workflowId();
    if (definition != null) {
      where.and("workflow_id = :definition", query -> query.id("definition", definition));
    }
    if (f.text() != null) {
      mention(where, f.text());
    }
    if (!f.errors().isEmpty()) {
      var errors = f.errors().toArray(String[]::new);
      where.and("last_error = any (:errors)", query -> query.texts("errors", errors));
    }
    if (f.node() != null) {
      where.and("status = 'leased' and leased_by = :node", query -> query.text("node", f.node()));
    }
    var parent = f.parent();
    if (parent != null) {
      where.and("parent_run = :parent", query -> query.id("parent", parent));
    }
    if (f.order() != null) {
      where.and("order_id = :order", query -> query.text("order", f.order()));
    }
    if (f.since() != null) {
      where.and(
          "created_at >= workflow.at_micros(:since)", query -> query.time("since", f.since()));
    }
    var priority = f.priority();
    if (priority != null) {
      where.and("priority = :priority", query -> query.number("priority", priority));
    }
    if (f.deadLetters()) {
      where.and(
          "status = 'failed' and parent_step is null and not exists"
              + " (select from workflow.dead_letter_decision d where d.run_id = workflow_run.id)");
    }
    return where;
  }

  private static void mention(Where where, String text) {
    var like = "%" + text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%";
    var anywhere =
        "idempotency_key ilike :like or type ilike :like or last_error ilike :like"
            + " or workflow_id in (select id from workflow.workflow where name ilike :like)";
    Binding pattern = query -> query.text("like", like);
    var ids = IdPrefix.of(text);
    if (ids.isPresent()) {
      where.and(
          "(" + anywhere + " or id between :first_id and :last_id)",
          pattern,
          query -> query.id("first_id", ids.get().first()).id("last_id", ids.get().last()));
    } else {
      where.and("(" + anywhere + ")", pattern);
    }
  }

  private <T> List<T> all(String sql, Where where, Row<T> row) {
    return database.read(
        connection -> {
          try (var query = new Query(connection, Sql.parse(sql))) {
            for (var binding : where.bindings) {
              binding.to(query);
            }
            try (var rows = query.rows()) {
              List<T> found = new ArrayList<>();
              while (rows.next()) {
                found.add(row.read(rows));
              }
              return found;
            }
          }
        });
  }
}
