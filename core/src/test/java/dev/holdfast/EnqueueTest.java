package dev.holdfast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.store.RunQuery;
import java.nio.file.Path;
import java.sql.DriverManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs that are started inside the caller's own transaction. */
class EnqueueTest {

  @TempDir Path folder;

  @Test
  void a_run_is_enqueued_by_the_commit_of_the_caller_and_undone_by_its_rollback() throws Exception {
    try (var holdfast = Life.in(folder)) {
      var workflow =
          holdfast.workflow("w.v1", String.class, String.class, (wf, s) -> wf.step("s", () -> s));
      holdfast.start();
      try (var own = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("test.db"))) {
        own.setAutoCommit(false);
        workflow.enqueue(own, "undone", o -> o.key("a"));
        own.rollback();
        var run = workflow.enqueue(own, "done", o -> o.key("b"));
        own.commit();

        assertThat(run.join()).isEqualTo("done");
        assertThat(workflow.enqueue(own, "done", o -> o.key("b")).id()).isEqualTo(run.id());
        own.rollback();
      }
      assertThat(holdfast.engine().store().find(RunQuery.all(10))).hasSize(1);
    }
  }

  @Test
  void a_run_is_enqueued_by_a_transactional_step_exactly_once() {
    try (var holdfast = Life.in(folder)) {
      var workflow =
          holdfast.workflow("w.v1", String.class, String.class, (wf, s) -> wf.step("s", () -> s));
      holdfast.start();

      var id =
          holdfast.run(
              "outer",
              wf ->
                  wf.transaction(
                      "enqueue", db -> workflow.enqueue(db, "inner", o -> {}).id().toString()));

      assertThat(workflow.run(java.util.UUID.fromString(id)).join()).isEqualTo("inner");
    }
  }

  @Test
  void a_connection_without_a_transaction_is_refused() throws Exception {
    try (var holdfast = Life.in(folder)) {
      var workflow = holdfast.workflow("w.v1", String.class, String.class, (wf, s) -> s);
      try (var own = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("test.db"))) {
        assertThatThrownBy(() -> workflow.enqueue(own, "x", o -> {}))
            .hasMessageContaining("setAutoCommit(false)");
      }
    }
  }
}
