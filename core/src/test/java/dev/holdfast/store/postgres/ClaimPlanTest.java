package dev.holdfast.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** That a claim costs what it takes, not what there is. */
class ClaimPlanTest {

  private static final String MANY_RUNS =
      """
      insert into workflow.workflow_run (type, run_at, priority)
        select 'w', now() + i * interval '1 minute', 50 + i % 3 * 50
        from generate_series(1, 100000) i;
      insert into workflow.workflow_run (type, run_at, priority)
        select 'w', now() - i * interval '1 ms', 50 + i % 3 * 50 from generate_series(1, 10000) i;
      insert into workflow.workflow_run (type, status, leased_by)
        select 'w', 'leased', 'node-' || i % 4 from generate_series(1, 10000) i;
      insert into workflow.node
        select 'node-' || i, now(), now() + interval '1 day' from generate_series(0, 2) i;
      insert into workflow.run_log select id, 1, 1, '[{}]' from workflow.workflow_run\
      """;

  /** A page of each index on the way to each run, of which there are 64, and some room. */
  private static final int PAGES_MAX = 64 * 60;

  @Test
  void sleeping_runs_are_not_looked_at() throws SQLException {
    var url = SharedPostgres.createDatabase();
    PostgresStore.open(url, Options.defaults()).close();
    SharedPostgres.execute(url, MANY_RUNS);

    List<String> plan;
    try (var connection = SharedPostgres.connect(url)) {
      plan = explain(connection);
    }

    assertThat(plan)
        .noneMatch(line -> line.contains("Seq Scan on workflow_run"))
        .noneMatch(line -> line.contains("Seq Scan on run_log"))
        .noneMatch(line -> removedByFilter(line) > 100);
    var whole = plan.stream().filter(line -> line.contains("Buffers")).findFirst().orElseThrow();
    assertThat(pages(whole)).isBetween(64, PAGES_MAX);
  }

  private static List<String> explain(Connection connection) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(Database.planByIndex("session"));
    }
    var explain =
        new Sql(
            "explain (analyze, buffers, costs off, timing off) " + Claims.MANY.text(),
            Claims.MANY.places());
    try (var query = new Query(connection, explain)) {
      query.time("now", null).number("limit", 64).flag("takes_over", true);
      query.text("node", "node-1").text("events", "[{}]");
      query.time("at", Instant.EPOCH).texts("workflows", new String[] {"w", "v"});
      try (var rows = query.rows()) {
        List<String> plan = new ArrayList<>();
        while (rows.next()) {
          plan.add(rows.getString(1));
        }
        return plan;
      }
    }
  }

  private static int removedByFilter(String line) {
    return number("Rows Removed by Filter: (\\d+)", line);
  }

  private static int pages(String lines) {
    return number("shared hit=(\\d+)", lines) + number("read=(\\d+)", lines);
  }

  private static int number(String pattern, String line) {
    var matcher = Pattern.compile(pattern).matcher(line);
    return matcher.find() ? Integer.parseInt(matcher.group(1)) : 0;
  }
}
