package dev.holdfast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.store.RunQuery;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Runs that are started inside the caller's own transaction, on any store that has one. */
abstract class EnqueueContract {

  private static final Duration LONG = Duration.ofSeconds(30);

  private final String url;
  private final Holdfast holdfast;
  private final Workflow<String, String> workflow;

  /**
   * @param url of a new database
   */
  EnqueueContract(String url) {
    this.url = url;
    this.holdfast = Holdfast.open(url);
    this.workflow =
        holdfast.workflow("w.v1", String.class, String.class, (wf, s) -> wf.step("s", () -> s));
  }

  @BeforeEach
  void open() throws SQLException {
    holdfast.start();
    try (var own = connect();
        var statement = own.createStatement()) {
      statement.execute("CREATE TABLE customer_order (id TEXT PRIMARY KEY)");
    }
  }

  @AfterEach
  void close() {
    holdfast.close();
  }

  private Connection connect() throws SQLException {
    return DriverManager.getConnection(url);
  }

  private static void insert(Connection own, String order) throws SQLException {
    try (var insert = own.prepareStatement("INSERT INTO customer_order VALUES (?)")) {
      insert.setString(1, order);
      insert.executeUpdate();
    }
  }

  private long orders() throws SQLException {
    try (var own = connect();
        var rows = own.createStatement().executeQuery("SELECT count(*) FROM customer_order")) {
      rows.next();
      return rows.getLong(1);
    }
  }

  private int runs() {
    return holdfast.engine().store().find(RunQuery.all(10)).size();
  }

  @Test
  void the_commit_of_the_caller_starts_the_run() throws Exception {
    try (var own = connect()) {
      own.setAutoCommit(false);
      insert(own, "o-1");
      var run = workflow.enqueue(own, "done", o -> o.key("b"));
      own.commit();

      assertThat(run.join(LONG)).isEqualTo("done");
    }
    assertThat(orders()).isEqualTo(1);
  }

  @Test
  void the_rollback_of_the_caller_takes_the_run_with_it() throws Exception {
    try (var own = connect()) {
      own.setAutoCommit(false);
      insert(own, "o-1");
      workflow.enqueue(own, "undone", o -> o.key("a"));
      own.rollback();
    }

    assertThat(runs()).isZero();
    assertThat(orders()).isZero();
    assertThat(workflow.start("later", o -> o.key("a")).join(LONG)).isEqualTo("later");
  }

  @Test
  void a_connection_that_breaks_before_the_commit_leaves_nothing() throws Exception {
    try (var own = connect()) {
      own.setAutoCommit(false);
      workflow.enqueue(own, "undone", o -> {});
    }

    assertThat(runs()).isZero();
  }

  @Test
  void a_key_that_is_taken_returns_its_run_and_the_transaction_goes_on() throws Exception {
    var first = workflow.start("done", o -> o.key("b"));
    first.join(LONG);
    try (var own = connect()) {
      own.setAutoCommit(false);
      var again = workflow.enqueue(own, "done", o -> o.key("b"));
      insert(own, "o-1");
      own.commit();

      assertThat(again.id()).isEqualTo(first.id());
    }
    assertThat(runs()).isEqualTo(1);
    assertThat(orders()).isEqualTo(1);
  }

  @Test
  void a_key_that_is_taken_for_something_else_is_refused_and_the_transaction_goes_on()
      throws Exception {
    var first = workflow.start("done", o -> o.key("b"));
    first.join(LONG);
    try (var own = connect()) {
      own.setAutoCommit(false);
      assertThatThrownBy(() -> workflow.enqueue(own, "other", o -> o.key("b")))
          .isInstanceOf(KeyTakenException.class)
          .hasMessageContaining(first.id().toString());
      insert(own, "o-1");
      own.commit();
    }
    assertThat(orders()).isEqualTo(1);
  }

  @Test
  void the_same_key_twice_in_one_transaction_is_refused_and_the_first_run_stays() throws Exception {
    try (var own = connect()) {
      own.setAutoCommit(false);
      var run = workflow.enqueue(own, "done", o -> o.key("b"));
      assertThatThrownBy(() -> workflow.enqueue(own, "done", o -> o.key("b")))
          .isInstanceOf(HoldfastException.class)
          .hasMessageContaining("in this same transaction");
      own.commit();

      assertThat(run.join(LONG)).isEqualTo("done");
    }
    assertThat(runs()).isEqualTo(1);
  }

  @Test
  void a_transactional_step_enqueues_exactly_once() {
    var id =
        holdfast.run(
            "outer",
            wf ->
                wf.transaction(
                    "enqueue", db -> workflow.enqueue(db, "inner", o -> {}).id().toString()));

    assertThat(workflow.run(UUID.fromString(id)).join(LONG)).isEqualTo("inner");
    assertThat(runs()).isEqualTo(2);
  }

  @Test
  void a_delayed_run_waits_for_its_time() throws Exception {
    try (var own = connect()) {
      own.setAutoCommit(false);
      var run = workflow.enqueue(own, "late", o -> o.delay(Duration.ofHours(1)).priority(7));
      own.commit();

      assertThat(run.status()).isEqualTo(Run.Status.PENDING);
      assertThat(holdfast.engine().header(run.id()).orElseThrow().priority()).isEqualTo(7);
    }
  }

  @Test
  void a_connection_without_a_transaction_is_refused() throws Exception {
    try (var own = connect()) {
      assertThatThrownBy(() -> workflow.enqueue(own, "x", o -> {}))
          .hasMessageContaining("setAutoCommit(false)");
    }
  }
}
