package dev.holdfast.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The interface of document 000: its addresses, its codes, its field names. */
class DocumentZeroTest {

  private static final String ORDER =
      """
      {"name": "order-processing", "steps": [
        {"id": "validate", "type": "task", "depends_on": [],
         "config": {"action": "validate_order", "duration_seconds": 0.01,
                    "fail_probability": 0.0, "max_retries": 0}},
        {"id": "charge", "type": "task", "depends_on": ["validate"],
         "config": {"action": "charge_payment", "duration_seconds": 0.01, "max_retries": 2}},
        {"id": "ship", "type": "task", "depends_on": ["charge"],
         "config": {"action": "ship_order", "duration_seconds": 0.01}}]}
      """;

  private static final Set<String> RUN_FIELDS =
      Set.of(
          "id", "workflow_id", "workflow_name", "order_id", "status", "started_at", "completed_at");

  private static final Set<String> STEP_FIELDS =
      Set.of(
          "id",
          "step_id",
          "step_index",
          "status",
          "retry_count",
          "max_retries",
          "started_at",
          "completed_at",
          "error_message");

  @TempDir Path folder;
  private TestServer server;

  @BeforeEach
  void start() throws Exception {
    server = TestServer.on(folder.resolve("runs.db").toString());
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void aWorkflowIsCreatedListedWithoutItsDefinitionAndReadWithIt() {
    var created = server.post("/workflows", ORDER);

    assertThat(created.status()).isEqualTo(201);
    assertThat(created.headers().get("location")).isEqualTo("/workflows/" + created.text("/id"));
    assertThat(created.text("/name")).isEqualTo("order-processing");
    var list = server.get("/workflows").json();
    assertThat(list).hasSize(1);
    assertThat(list.get(0).propertyNames()).contains("id", "name", "created_at");
    assertThat(list.get(0).has("definition")).isFalse();
    var one = server.get("/workflows/" + created.text("/id"));
    assertThat(one.text("/definition/steps/2/id")).isEqualTo("ship");
    assertThat(one.text("/created_at")).matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d.*Z");
  }

  @Test
  void everyPostOfANameIsItsNextVersion() {
    server.workflow(ORDER);
    server.workflow(ORDER);

    var list = server.get("/workflows?workflow=order-processing").json();

    assertThat(list.get(0).get("version").asInt()).isEqualTo(2);
    assertThat(list.get(1).get("version").asInt()).isEqualTo(1);
    assertThat(server.get("/workflows?name=other").json()).isEmpty();
  }

  @Test
  void aRunIsStartedWithoutABodyAndAnswersItsSteps() {
    var workflow = server.workflow(ORDER);

    var started = server.send("POST", "/workflows/" + workflow + "/runs", null);

    assertThat(started.status()).isEqualTo(202);
    assertThat(started.json().propertyNames()).containsAll(RUN_FIELDS);
    assertThat(started.at("/steps")).hasSize(3);
    assertThat(started.at("/steps/0").propertyNames()).containsAll(STEP_FIELDS);
    assertThat(started.text("/workflow_id")).isEqualTo(workflow);
    assertThat(started.text("/workflow_name")).isEqualTo("order-processing");
    assertThat(started.at("/order_id").isNull()).isTrue();
    var done = server.awaitStatus(started.text("/id"), "completed");
    assertThat(done.get("steps").valueStream().map(s -> s.get("status").asString()))
        .containsOnly("completed");
    assertThat(done.get("completed_at").isNull()).isFalse();
  }

  @Test
  void anOrderGoesFromPendingToShippedWithItsRun() {
    var order = server.post("/orders", "{\"amount\": 49.99}");
    assertThat(order.status()).isEqualTo(201);
    assertThat(order.text("/status")).isEqualTo("pending");
    var workflow = server.workflow(ORDER);

    var run = server.start(workflow, "{\"order_id\": \"%s\"}".formatted(order.text("/id")));
    server.awaitStatus(run, "completed");

    var shipped = server.get("/orders/" + order.text("/id"));
    assertThat(shipped.text("/status")).isEqualTo("shipped");
    assertThat(shipped.at("/amount").decimalValue()).isEqualByComparingTo("49.99");
    assertThat(server.get("/runs/" + run).text("/order_id")).isEqualTo(order.text("/id"));
    assertThat(server.get("/runs?order=" + order.text("/id")).json()).hasSize(1);
  }

  @Test
  void aSecondLiveRunOfAnOrderIsAConflict() {
    var order = server.post("/orders", "{\"amount\": 1}").text("/id");
    var slow =
        server.workflow(
            """
            {"name": "slow", "steps": [{"id": "a", "config": {"duration_seconds": 60}}]}\
            """);
    var body = "{\"order_id\": \"%s\"}".formatted(order);
    var first = server.start(slow, body);

    var second = server.post("/workflows/" + slow + "/runs", body);

    assertThat(second.status()).isEqualTo(409);
    assertThat(second.text("/code")).isEqualTo("order_busy");
    assertThat(second.text("/errors/0/message")).contains(first);
    server.post("/runs/" + first + "/cancel", "{\"reason\": \"test is over\"}");
    server.awaitStatus(first, "cancelled");
  }

  @Test
  void retriesAreCountedUntilTheyAreUsedUp() {
    var workflow =
        server.workflow(
            """
            {"name": "unlucky", "steps": [
              {"id": "fails", "type": "task",
               "config": {"duration_seconds": 0, "fail_probability": 1.0, "max_retries": 2}},
              {"id": "never", "type": "task", "depends_on": ["fails"]}]}\
            """);

    var run = server.awaitStatus(server.start(workflow, "{}"), "failed");

    var step = run.get("steps").get(0);
    assertThat(step.get("status").asString()).isEqualTo("failed");
    assertThat(step.get("retry_count").asInt()).isEqualTo(2);
    assertThat(step.get("max_retries").asInt()).isEqualTo(2);
    assertThat(step.get("attempts")).hasSize(3);
    assertThat(step.get("error_message").asString()).contains("simulated failure");
    assertThat(run.get("steps").get(1).get("status").asString()).isEqualTo("pending");
    assertThat(run.get("summary").asString()).startsWith("fails failed 3 of 3 times: ");
  }

  @Test
  void runsAreListedNewestFirstInPages() {
    var workflow = server.workflow(ORDER);
    List<String> started = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      started.addFirst(server.start(workflow, "{}"));
    }

    List<String> listed = new ArrayList<>();
    var page = "/runs?limit=2&workflow=" + workflow;
    int pages = 0;
    while (!page.isEmpty()) {
      var answer = server.get(page);
      answer.json().valueStream().map(r -> r.get("id").asString()).forEach(listed::add);
      assertThat(answer.json()).allSatisfy(r -> assertThat(r.has("steps")).isFalse());
      page = next(answer);
      pages++;
    }

    assertThat(listed).isEqualTo(started);
    assertThat(pages).isEqualTo(3);
  }

  @Test
  void listsAreFilteredByStatusAndWorkflow() {
    var done = server.start(server.workflow(ORDER), "{}");
    server.awaitStatus(done, "completed");

    assertThat(ids("/runs?status=completed")).containsExactly(done);
    assertThat(ids("/runs?status=running,completed")).containsExactly(done);
    assertThat(ids("/runs?status=failed")).isEmpty();
    assertThat(ids("/runs?workflow=order-processing&status=completed")).containsExactly(done);
    assertThat(ids("/runs?workflow=other")).isEmpty();
  }

  @Test
  void aKeyStartsOneRunHoweverOftenItIsSent() {
    var workflow = server.workflow(ORDER);
    var first = server.start(workflow, "{\"key\": \"once\", \"input\": {\"n\": 1}}");

    assertThat(server.start(workflow, "{\"key\": \"once\", \"input\": {\"n\": 1}}"))
        .isEqualTo(first);
    var other =
        server.post("/workflows/" + workflow + "/runs", "{\"key\": \"once\", \"input\": 2}");
    assertThat(other.status()).isEqualTo(409);
    assertThat(other.text("/code")).isEqualTo("key_taken");
    assertThat(ids("/runs")).hasSize(1);
  }

  private List<String> ids(String path) {
    return server.get(path).json().valueStream().map(r -> r.get("id").asString()).toList();
  }

  private static String next(TestServer.Answer answer) {
    var link = answer.headers().get("link");
    return link == null ? "" : link.substring(1, link.indexOf('>'));
  }
}
