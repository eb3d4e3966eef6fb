package dev.holdfast.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.store.Figures;
import dev.holdfast.store.RunFilter;
import dev.holdfast.store.RunPhase;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteFiguresTest {

  @TempDir Path folder;

  @Test
  void what_is_asked_for_often_never_looks_at_runs_that_have_ended() throws SQLException {
    for (var sql : List.of(SqliteFigures.QUEUE, SqliteFigures.OPEN, SqliteFigures.HELD)) {
      assertThat(plan(sql))
          .anyMatch(step -> step.contains("workflow_run"))
          .noneMatch(SqliteFiguresTest::looksAtEveryRun);
    }
  }

  @Test
  void lists_of_what_has_failed_or_is_open_never_look_at_all_runs() throws SQLException {
    var failed = RunFilter.ALL.phases(Set.of(RunPhase.FAILED));
    List<SqliteLists.Where> asked = new ArrayList<>(SqliteLists.failing(RunFilter.ALL));
    asked.add(SqliteLists.where(failed));
    asked.add(SqliteLists.where(RunFilter.ALL.phases(Set.of(RunPhase.CANCELLED))));
    asked.add(SqliteLists.where(failed.onlyDeadLetters()));
    asked.add(SqliteLists.where(RunFilter.ALL).and(SqliteLists.PENDING));
    asked.add(SqliteLists.where(RunFilter.ALL).and(SqliteLists.LEASED));
    for (var where : asked) {
      assertThat(plan("SELECT type FROM workflow_run" + where.sql))
          .as(where.sql.toString())
          .anyMatch(step -> step.contains("INDEX workflow_run_"))
          .noneMatch(SqliteFiguresTest::looksAtEveryRun);
    }
  }

  @Test
  void rows_of_tables_are_counted_exactly() {
    try (var store = SqliteStore.open(folder.resolve("test.db"), InstantSource.system())) {
      for (int i = 0; i < 3_000; i++) {
        store.secret("name " + i, "x".repeat(50));
      }

      assertThat(store.figures().disk().tables())
          .filteredOn(table -> table.name().equals("secret"))
          .extracting(Figures.Table::rows)
          .containsExactly(3_000L);
    }
  }

  private List<String> plan(String sql) throws SQLException {
    var file = folder.resolve("test.db");
    SqliteStore.open(file, InstantSource.system()).close();
    List<String> plan = new ArrayList<>();
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        var explain = connection.prepareStatement("EXPLAIN QUERY PLAN " + sql);
        var rows = explain.executeQuery()) {
      while (rows.next()) {
        plan.add(rows.getString("detail"));
      }
    }
    return plan;
  }

  private static boolean looksAtEveryRun(String step) {
    return step.startsWith("SCAN workflow_run") && !step.contains("INDEX");
  }
}
