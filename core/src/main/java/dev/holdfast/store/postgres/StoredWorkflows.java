package dev.holdfast.store.postgres;

import dev.holdfast.store.Micros;
import dev.holdfast.store.WorkflowRow;
import dev.holdfast.store.Workflows;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Definitions in the table {@code workflow.workflow}. */
final class StoredWorkflows implements Workflows {

  private static final Sql ADD =
      Sql.parse(
          """
          insert into workflow.workflow (id, name, version, definition, created_at)
          select :id, :name, coalesce(max(version), 0) + 1, :definition, workflow.at_micros(:at)
          from workflow.workflow where name = :name
          on conflict do nothing\
          """);

  private static final String SELECT =
      """
      select id, name, version, definition, (extract(epoch from created_at) * 1000000)::bigint
      from workflow.workflow where \
      """;

  private static final Sql FIND = Sql.parse(SELECT + "id = :id");

  private static final Sql NEWEST =
      Sql.parse(SELECT + "name = :name order by version desc limit 1");

  private final Database database;

  StoredWorkflows(Database database) {
    this.database = database;
  }

  /** Two nodes that count at the same time want the same number; one of them counts again. */
  @Override
  public WorkflowRow add(UUID id, String name, String definition, Instant at) {
    while (true) {
      database.write(
          connection -> {
            try (var query = new Query(connection, ADD)) {
              return query
                  .id("id", id)
                  .text("name", name)
                  .text("definition", definition)
                  .time("at", at)
                  .update();
            }
          });
      var row = find(id);
      if (row.isPresent()) {
        return row.get();
      }
    }
  }

  @Override
  public Optional<WorkflowRow> find(UUID id) {
    return all(FIND, query -> query.id("id", id)).stream().findFirst();
  }

  @Override
  public Optional<WorkflowRow> newest(String name) {
    return all(NEWEST, query -> query.text("name", name)).stream().findFirst();
  }

  @Override
  public List<WorkflowRow> list(@Nullable String name, @Nullable UUID before, int limit) {
    var named = name == null ? "" : " and name = :name";
    var below = before == null ? "" : " and id < :before";
    return all(
        Sql.parse(SELECT + "true" + named + below + " order by id desc limit :limit"),
        query -> {
          if (name != null) {
            query.text("name", name);
          }
          if (before != null) {
            query.id("before", before);
          }
          return query.number("limit", limit);
        });
  }

  private interface Binding {
    Query bind(Query query) throws SQLException;
  }

  private List<WorkflowRow> all(Sql sql, Binding binding) {
    return database.read(
        connection -> {
          try (var query = new Query(connection, sql);
              var rows = binding.bind(query).rows()) {
            List<WorkflowRow> found = new ArrayList<>();
            while (rows.next()) {
              found.add(read(rows));
            }
            return found;
          }
        });
  }

  private static WorkflowRow read(ResultSet row) throws SQLException {
    return new WorkflowRow(
        row.getObject(1, UUID.class),
        row.getString(2),
        row.getInt(3),
        row.getString(4),
        Micros.instant(row.getLong(5)));
  }
}
