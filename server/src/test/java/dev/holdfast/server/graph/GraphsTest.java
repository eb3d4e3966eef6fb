package dev.holdfast.server.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.Holdfast;
import dev.holdfast.engine.OrderBusyException;
import dev.holdfast.graph.StepView;
import dev.holdfast.log.RunState;
import dev.holdfast.store.RunStatus;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Workflows of tasks, as document 000 describes them. */
class GraphsTest {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir private Path folder;
  private Holdfast holdfast;
  private Graphs graphs;

  @BeforeEach
  void open() {
    holdfast = Holdfast.open(folder.resolve("test.db").toString());
    graphs = Graphs.on(holdfast, GraphOptions.defaults());
    holdfast.start();
  }

  @AfterEach
  void close() {
    holdfast.close();
  }

  @Test
  void aWorkflowOfThreeStepsCompletesInOrder() throws Exception {
    var run =
        start(
            """
            {"name": "three", "steps": [
              {"id": "c", "type": "task", "config": {"duration_seconds": 0}, "depends_on": ["b"]},
              {"id": "a", "type": "task", "config": {"duration_seconds": 0}},
              {"id": "b", "type": "any", "config": {"duration_seconds": 0}, "depends_on": ["a"]}
            ]}\
            """,
            GraphStart.empty());

    var state = end(run);
    assertThat(state.header().state().status()).isEqualTo(RunStatus.SUCCEEDED);
    assertThat(steps(state)).containsExactly("a completed", "b completed", "c completed");
    assertThat(state.steps().keySet()).containsExactly("a", "b", "c");
  }

  @Test
  void theEndOfTheLastStepAndThatOfTheRunAreOneCommitAndEarlierStepsHaveTheirOwn()
      throws Exception {
    var run =
        start(
            """
            {"name": "two", "output": "${steps.b.output}", "steps": [
              {"id": "a", "type": "transform", "config": {"value": 1}},
              {"id": "b", "type": "transform", "depends_on": ["a"], "config": {"value": 2}}
            ]}\
            """,
            GraphStart.empty());

    assertThat(end(run).header().state().result()).isEqualTo("2");
    var commits = holdfast.engine().store().read(run, 0, 100);
    assertThat(commits.getLast().events()).contains("StepCompleted", "\"b\"", "RunCompleted");
    assertThat(commits.get(commits.size() - 2).events())
        .contains("StepCompleted", "\"a\"")
        .doesNotContain("\"b\"");
  }

  @Test
  void aStepThatFailsForGoodFailsItsRunAndLeavesLaterStepsPending() throws Exception {
    var run =
        start(
            """
            {"name": "fails", "steps": [
              {"id": "a", "type": "task", "config": {"duration_seconds": 0}},
              {"id": "b", "type": "task", "depends_on": ["a"],
               "config": {"duration_seconds": 0, "fail_probability": 1.0, "max_retries": 2}},
              {"id": "c", "type": "task", "depends_on": ["b"], "config": {}}
            ]}\
            """,
            GraphStart.empty());

    var state = end(run);
    assertThat(state.header().state().status()).isEqualTo(RunStatus.FAILED);
    assertThat(steps(state)).containsExactly("a completed", "b failed", "c pending");
    var failed = graphs.steps(state).get(1);
    assertThat(failed.attempts()).isEqualTo(3);
    assertThat(failed.retryCount()).isEqualTo(2);
    assertThat(failed.errorMessage()).contains("simulated failure");
  }

  @Test
  void anOrderIsValidatedChargedAndShipped() throws Exception {
    var order = graphs.createOrder(new BigDecimal("49.99"));
    var run = start(ORDER, GraphStart.empty().order(order.id()));

    assertThat(end(run).header().state().status()).isEqualTo(RunStatus.SUCCEEDED);
    assertThat(graphs.order(order.id()).orElseThrow().status()).isEqualTo("shipped");
  }

  @Test
  void anActionThatFailsRollsBackAndIsTheStepsError() throws Exception {
    var order = graphs.createOrder(BigDecimal.TEN);
    var run =
        start(
            """
            {"name": "too-early", "steps": [
              {"id": "ship", "config": {"duration_seconds": 0, "action": "ship_order"}}
            ]}\
            """,
            GraphStart.empty().order(order.id()));

    var state = end(run);
    assertThat(state.header().state().status()).isEqualTo(RunStatus.FAILED);
    assertThat(graphs.steps(state).getFirst().errorMessage())
        .isEqualTo(
            "order %s is pending, so it cannot become shipped; it must be charged", order.id());
    assertThat(graphs.order(order.id()).orElseThrow().status()).isEqualTo("pending");
  }

  @Test
  void anUnknownActionAndAnActionWithoutAnOrderDoNothing() throws Exception {
    var order = graphs.createOrder(BigDecimal.TEN);
    var unknown =
        start(
            """
            {"name": "unknown", "steps": [
              {"id": "a", "type": "task", "config": {"duration_seconds": 0, "action": "no_such"}}
            ]}\
            """,
            GraphStart.empty().order(order.id()));
    var without = start(ORDER, GraphStart.empty());

    assertThat(end(unknown).header().state().status()).isEqualTo(RunStatus.SUCCEEDED);
    assertThat(end(without).header().state().status()).isEqualTo(RunStatus.SUCCEEDED);
    assertThat(graphs.order(order.id()).orElseThrow().status()).isEqualTo("pending");
  }

  @Test
  void anOrderHasOneLiveRun() throws Exception {
    var order = graphs.createOrder(BigDecimal.TEN);
    var workflow =
        graphs.create(
            """
            {"name": "long", "steps": [{"id": "a", "config": {"duration_seconds": 600}}]}\
            """);
    var first = graphs.start(workflow, GraphStart.empty().order(order.id()));

    assertThatThrownBy(() -> graphs.start(workflow, GraphStart.empty().order(order.id())))
        .isInstanceOf(OrderBusyException.class)
        .hasMessageContaining(first.toString());
    holdfast.engine().cancel(first, "enough");
    assertThat(end(first).header().state().status()).isEqualTo(RunStatus.CANCELLED);
    var second = graphs.start(workflow, GraphStart.empty().order(order.id()));
    holdfast.engine().cancel(second, "enough");
    assertThatThrownBy(() -> graphs.start(workflow, GraphStart.empty().order("nothing")))
        .isInstanceOf(UnknownOrder.class);
  }

  @Test
  void anApplicationRegistersItsOwnActionWithOneLine() throws Exception {
    // snippet: action
    graphs.action("reserve_stock", (db, orderId, step) -> reserve(db, orderId));
    // end of snippet
    var order = graphs.createOrder(BigDecimal.TEN);
    var run =
        start(
            """
            {"name": "own", "steps": [
              {"id": "a", "config": {"duration_seconds": 0, "action": "reserve_stock"}}
            ]}\
            """,
            GraphStart.empty().order(order.id()));

    end(run);
    assertThat(graphs.order(order.id()).orElseThrow().status()).isEqualTo("shipped");
  }

  @Test
  void everyPostIsAVersionOfItsName() {
    var first = graphs.create("{\"name\": \"n\", \"steps\": [{\"id\": \"a\"}]}");
    var second = graphs.create("{\"name\": \"n\", \"steps\": [{\"id\": \"b\"}]}");

    assertThat(List.of(first.version(), second.version())).containsExactly(1, 2);
    assertThat(first.id()).isNotEqualTo(second.id());
  }

  @Test
  void stepsRunSideBySideWhenAllowedTo() throws Exception {
    var run =
        start(
            """
            {"name": "wide", "max_parallel": 3, "steps": [
              {"id": "a", "config": {"duration_seconds": 0}},
              {"id": "b", "config": {"duration_seconds": 0.2}},
              {"id": "c", "config": {"duration_seconds": 0}, "depends_on": ["a"]},
              {"id": "d", "config": {"duration_seconds": 0}, "depends_on": ["b", "c"]}
            ]}\
            """,
            GraphStart.empty());

    var state = end(run);
    assertThat(state.header().state().status()).isEqualTo(RunStatus.SUCCEEDED);
    assertThat(steps(state))
        .containsExactly("a completed", "b completed", "c completed", "d completed");
  }

  private static final String ORDER =
      """
      {"name": "order-processing", "steps": [
        {"id": "validate", "type": "task",
         "config": {"action": "validate_order", "duration_seconds": 0}},
        {"id": "charge", "type": "task", "depends_on": ["validate"],
         "config": {"action": "charge_payment", "duration_seconds": 0}},
        {"id": "ship", "type": "task", "depends_on": ["charge"],
         "config": {"action": "ship_order", "duration_seconds": 0}},
        {"id": "tell", "type": "task", "depends_on": ["ship"],
         "config": {"action": "send_notification", "duration_seconds": 0}}
      ]}\
      """;

  private static void reserve(Connection db, String order) throws SQLException {
    try (var update =
        db.prepareStatement("update demo_orders set status = 'shipped' where id = ?")) {
      update.setString(1, order);
      update.executeUpdate();
    }
  }

  private UUID start(String json, GraphStart start) {
    return graphs.start(graphs.create(json), start);
  }

  private RunState end(UUID run) throws InterruptedException {
    assertThat(holdfast.engine().await(run, PATIENCE)).isPresent();
    return holdfast.engine().state(run);
  }

  private List<String> steps(RunState state) {
    return graphs.steps(state).stream().map(GraphsTest::shown).toList();
  }

  private static String shown(StepView step) {
    return step.step() + " " + step.status();
  }
}
