package dev.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.server.client.ServerClient;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * The seven testing scenarios of document 000 and the five rows of its recovery table, with a real
 * server that is killed with signal 9. An action of an order that were executed twice would fail:
 * an order that is charged cannot be charged.
 */
abstract class RecoveryContract {

  private static final int TRIES = 10;

  @TempDir Path folder;

  private String store = "";
  private ServerProcess server;

  /** A new store for one test. */
  abstract String newStore();

  /** Keeps any action of this order from committing, until it is closed. */
  abstract Blocked blockActions(String store, String order) throws Exception;

  /** Something that is held. */
  interface Blocked extends AutoCloseable {

    /** Whether the server has come so far that it waits for this. */
    boolean reached(Instant taskIsOver) throws Exception;

    @Override
    void close() throws SQLException;
  }

  @BeforeEach
  void serve() throws Exception {
    store = newStore();
    server = ServerProcess.start(folder, store, 0);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private void restart() throws Exception {
    server = ServerProcess.start(folder, store, 0);
  }

  private static String task(String id, String after, String config) {
    return """
    {"id": "%s", "type": "task", "depends_on": [%s], "config": {%s}}\
    """
        .formatted(id, after.isEmpty() ? "" : "\"" + after + "\"", config);
  }

  /** The three steps of document 000's sample, the middle one as long as wanted. */
  private static String orderWorkflow(double middleSeconds) {
    return """
    {"name": "order-processing", "steps": [%s, %s, %s]}\
    """
        .formatted(
            task("validate", "", "\"action\": \"validate_order\", \"duration_seconds\": 0"),
            task(
                "charge",
                "validate",
                "\"action\": \"charge_payment\", \"duration_seconds\": " + middleSeconds),
            task("ship", "charge", "\"action\": \"ship_order\", \"duration_seconds\": 0"));
  }

  private String push(String definition) {
    return server.client().post("/workflows", definition).path("id").asString();
  }

  private String order() {
    return server.client().post("/orders", "{\"amount\": 49.99}").path("id").asString();
  }

  private JsonNode started(String workflow, String body) {
    return server.client().post("/workflows/" + workflow + "/runs", body);
  }

  private String start(String workflow, String order) {
    return started(workflow, "{\"order_id\": \"%s\"}".formatted(order)).path("id").asString();
  }

  private static Predicate<JsonNode> event(String type, String step) {
    return event ->
        event.path("type").asString("").equals(type)
            && event.path("step").asString("").equals(step);
  }

  private static JsonNode step(JsonNode run, String id) {
    for (var step : run.path("steps")) {
      if (step.path("step_id").asString().equals(id)) {
        return step;
      }
    }
    throw new AssertionError("no step " + id + " in " + run);
  }

  /** What the log has of the run, read from the store while no server is there. */
  private List<String> logged(String run) {
    var out = new StringWriter();
    int code =
        Main.commandLine().setOut(new PrintWriter(out)).execute("runs", "export", run, store);
    assertThat(code).isZero();
    List<String> events = new ArrayList<>();
    for (var line : out.toString().lines().toList()) {
      var event = ServerClient.JSON.readTree(line);
      events.add((event.path("type").asString() + " " + event.path("step").asString("")).strip());
    }
    return events;
  }

  /** The order went all the way, no step was executed again once it was completed. */
  private JsonNode completesOnce(String run, String order) {
    var end = server.awaitStatus(run, "completed");
    assertThat(server.client().get("/orders/" + order).path("status").asString())
        .isEqualTo("shipped");
    List<String> completed = new ArrayList<>();
    for (var event : server.client().get("/runs/" + run + "/events?limit=1000")) {
      if (event.path("type").asString().equals("StepCompleted")) {
        completed.add(event.path("step").asString());
      }
    }
    assertThat(completed).containsExactly("validate", "charge", "ship");
    for (var step : end.path("steps")) {
      assertThat(step.path("error_message").isNull()).as(step.toString()).isTrue();
    }
    return end;
  }

  // ---- the recovery table --------------------------------------------------------------------

  @Test
  void killedBeforeAnyStepStarts_itExecutesFromTheFirst() throws Exception {
    var order = order();
    var later = Instant.now().plus(Duration.ofSeconds(2));
    var run =
        started(
                push(orderWorkflow(0)),
                "{\"order_id\": \"%s\", \"run_at\": \"%s\"}".formatted(order, later))
            .path("id")
            .asString();
    server.kill();

    assertThat(logged(run)).containsExactly("RunCreated");
    restart();

    completesOnce(run, order);
  }

  @Test
  void killedRightAfterTheAnswer_theRunIsNotLost() throws Exception {
    var order = order();
    var run = start(push(orderWorkflow(0.05)), order);
    server.kill();

    restart();

    completesOnce(run, order);
  }

  @Test
  void killedBetweenTheFirstStepAndTheSecond_theFirstIsSkipped() throws Exception {
    for (int i = 1; ; i++) {
      var order = order();
      var run = start(push(orderWorkflow(0.3)), order);
      server.killAt(run, event("StepCompleted", "validate"));
      var log = logged(run);
      restart();

      completesOnce(run, order);
      assertThat(log).contains("StepCompleted validate");
      if (!log.contains("StepStarted charge")) {
        return;
      }
      assertThat(i).as("the server was never killed in time").isLessThan(TRIES);
    }
  }

  @Test
  void killedDuringTheSecondStep_itIsExecutedAgain() throws Exception {
    var order = order();
    var run = start(push(orderWorkflow(1.5)), order);
    server.await(
        run,
        "a middle step that runs",
        seen -> step(seen, "charge").path("status").asString().equals("running"));
    server.kill();

    assertThat(logged(run)).contains("StepStarted charge").doesNotContain("StepCompleted charge");
    restart();
    var end = completesOnce(run, order);
    assertThat(step(end, "charge").path("attempts").size()).isEqualTo(2);
    assertThat(step(end, "validate").path("attempts").size()).isEqualTo(1);
    assertThat(step(end, "charge").path("retry_count").asInt()).isZero();
  }

  @Test
  void killedAfterTheTaskAndBeforeItsCommit_itIsExecutedAgainAndHappensOnce() throws Exception {
    var order = order();
    var run = start(push(orderWorkflow(1.5)), order);
    var seen =
        server.await(
            run,
            "a middle step that runs",
            now -> step(now, "charge").path("status").asString().equals("running"));
    var begun = Instant.parse(step(seen, "charge").path("started_at").asString());
    try (var blocked = blockActions(store, order)) {
      ServerProcess.awaited(
          "a server that wants to commit",
          () -> ServerProcess.present(reached(blocked, begun.plus(Duration.ofMillis(1_500)))));
      server.kill();
    }

    assertThat(logged(run)).contains("StepStarted charge").doesNotContain("StepCompleted charge");
    restart();

    assertThat(step(completesOnce(run, order), "charge").path("attempts").size()).isEqualTo(2);
  }

  private static boolean reached(Blocked blocked, Instant taskIsOver) {
    try {
      return blocked.reached(taskIsOver);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void killedAfterTheCommitOfTheSecondStep_itIsNotExecutedAgain() throws Exception {
    var order = order();
    var run = start(push(orderWorkflow(0.2)), order);
    server.killAt(run, event("StepCompleted", "charge"));

    assertThat(logged(run)).contains("StepCompleted charge");
    restart();

    assertThat(step(completesOnce(run, order), "charge").path("attempts").size()).isEqualTo(1);
  }

  // ---- the other scenarios -------------------------------------------------------------------

  @Test
  void happyPath_allStepsCompleteInOrder() {
    var order = order();
    var run = start(push(orderWorkflow(0.01)), order);

    var end = completesOnce(run, order);

    assertThat(end.path("steps"))
        .extracting(step -> step.path("step_id").asString())
        .containsExactly("validate", "charge", "ship");
    assertThat(end.path("steps"))
        .extracting(step -> step.path("status").asString())
        .containsOnly("completed");
  }

  @Test
  void retrySuccess_aStepFailsAndThenSucceedsAndTheRetriesAreCounted() {
    var flaky =
        push(
            """
            {"name": "flaky", "steps": [%s]}\
            """
                .formatted(
                    task(
                        "flaky",
                        "",
                        "\"duration_seconds\": 0, \"fail_probability\": 0.5,"
                            + " \"max_retries\": 60")));
    var runs =
        IntStream.range(0, 20).mapToObj(i -> started(flaky, "{}").path("id").asString()).toList();

    int retried = 0;
    for (var run : runs) {
      var step = step(server.awaitStatus(run, "completed"), "flaky");
      assertThat(step.path("attempts").size()).isEqualTo(step.path("retry_count").asInt() + 1);
      retried += step.path("retry_count").asInt() > 0 ? 1 : 0;
    }

    assertThat(retried).as("of 20 runs that fail every other time").isBetween(1, 19);
  }

  @Test
  void permanentFailure_threeAttemptsAndWhatFollowsStaysPending() {
    var doomed =
        push(
            """
            {"name": "doomed", "steps": [%s, %s]}\
            """
                .formatted(
                    task(
                        "doomed",
                        "",
                        "\"duration_seconds\": 0, \"fail_probability\": 1.0, \"max_retries\": 2"),
                    task("next", "doomed", "\"duration_seconds\": 0")));

    var end = server.awaitStatus(started(doomed, "{}").path("id").asString(), "failed");

    var step = step(end, "doomed");
    assertThat(step.path("status").asString()).isEqualTo("failed");
    assertThat(step.path("attempts").size()).isEqualTo(3);
    assertThat(step.path("retry_count").asInt()).isEqualTo(2);
    assertThat(step.path("error_message").asString()).contains("simulated failure");
    assertThat(step(end, "next").path("status").asString()).isEqualTo("pending");
  }

  @Test
  void concurrentRuns_allCompleteAlthoughTheServerIsKilledInTheMiddle() throws Exception {
    var workflow = push(orderWorkflow(0.3));
    List<String> orders = IntStream.range(0, 12).mapToObj(i -> order()).toList();
    var runs = orders.stream().map(order -> start(workflow, order)).toList();
    server.killAt(runs.get(4), event("StepCompleted", "charge"));

    restart();

    for (int i = 0; i < runs.size(); i++) {
      completesOnce(runs.get(i), orders.get(i));
    }
  }

  @Test
  void aServerThatIsToldToStopEndsInOrderAndItsSuccessorGoesOn() throws Exception {
    var order = order();
    var run = start(push(orderWorkflow(0.4)), order);

    assertThat(server.stop()).isZero();
    restart();

    completesOnce(run, order);
  }

  @Test
  void aRunIsWatchedWhileTheServerIsKilledAndSeenToGoOn() throws Exception {
    var order = order();
    var run = start(push(orderWorkflow(1)), order);
    var url = server.client().url();
    int port = server.port();
    var seen = new StringWriter();
    var watch =
        CompletableFuture.supplyAsync(
            () ->
                Main.commandLine()
                    .setOut(new PrintWriter(seen, true))
                    .execute("runs", "watch", run, "--server", url));
    ServerProcess.awaited(
        "a line about the second step",
        () -> ServerProcess.present(seen.toString().contains("charge started")));
    server.kill();
    ServerProcess.awaited(
        "a line about the server",
        () -> ServerProcess.present(seen.toString().contains("The server is away")));

    server = ServerProcess.start(folder, store, port);

    assertThat(watch.get(60, TimeUnit.SECONDS)).isZero();
    assertThat(seen.toString())
        .containsSubsequence(
            "validate completed", "The server is away", "ship completed", "the run has completed")
        .containsOnlyOnce("validate completed");
  }
}
