package dev.holdfast.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.server.config.Setting;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The settings of document 001 at work in a server. */
class WorkerPoolTest {

  private static final String FAILING =
      """
      {"name": "failing", "steps": [
        {"id": "bad", "config": {"duration_seconds": 0, "fail_probability": 1}}]}
      """;

  @TempDir Path folder;
  private TestServer server;

  @BeforeEach
  void open() throws Exception {
    server = TestServer.on(folder.resolve("runs.db").toString());
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private void start(Object... settings) throws Exception {
    Map<Setting, String> given = new EnumMap<>(Setting.class);
    for (int i = 0; i < settings.length; i += 2) {
      given.put((Setting) settings[i], (String) settings[i + 1]);
    }
    server.close();
    server = TestServer.on(folder.resolve("runs.db").toString(), given);
  }

  private String trigger(String workflow, String body) {
    var answer = server.post("/api/v1/" + workflow + "/trigger", body);
    assertThat(answer.status()).as(answer.body()).isEqualTo(202);
    return answer.text("/execution_id");
  }

  private JsonNode end(String execution) {
    return server.await(
        execution, run -> List.of("failed", "completed").contains(run.get("status").asString()));
  }

  @Test
  void noMoreStepsExecuteAtOnceThanMaxWorkers() throws Exception {
    start(Setting.WORKERS, "2", Setting.WORKERS_MAX, "3", Setting.POLL, "10", Setting.BATCH, "2");
    var workflow =
        server.workflow(
            """
            {"name": "short", "steps": [{"id": "a", "config": {"duration_seconds": 0.2}}]}\
            """);
    List<String> runs = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      runs.add(server.start(workflow, "{}"));
    }

    runs.forEach(run -> server.awaitStatus(run, "completed"));

    List<Instant> begun = new ArrayList<>();
    List<Instant> ended = new ArrayList<>();
    for (var run : runs) {
      var attempt = server.get("/runs/" + run).at("/steps/0/attempts/0");
      begun.add(Instant.parse(attempt.get("started_at").asString()));
      ended.add(Instant.parse(attempt.get("ended_at").asString()));
    }
    for (var moment : begun) {
      long together = 0;
      for (int i = 0; i < begun.size(); i++) {
        if (!begun.get(i).isAfter(moment) && ended.get(i).isAfter(moment)) {
          together++;
        }
      }
      assertThat(together).isLessThanOrEqualTo(3);
    }
  }

  @Test
  void aTriggeredExecutionTriesAStepAgainWithGrowingWaitsAndThenIsADeadLetter() throws Exception {
    start(
        Setting.RETRIES,
        "3",
        Setting.RETRY_DELAY,
        "40",
        Setting.RETRY_MULTIPLIER,
        "3.0",
        Setting.RETRY_DELAY_MAX,
        "0");
    server.workflow(FAILING);
    var id = trigger("failing", "{}");

    var end = end(id);

    assertThat(end.at("/steps/0/attempts")).hasSize(4);
    assertThat(end.at("/steps/0/max_retries").asInt()).isEqualTo(3);
    assertThat(end.get("summary").asString()).contains("failed 4 of 4 times");
    assertThat(server.get("/dead-letters").text("/runs/0/id")).isEqualTo(id);
    assertThat(server.get("/dead-letters/" + id).at("/errors")).hasSize(5);
  }

  @Test
  void theWaitsBetweenAttemptsGrowUpToTheirCeiling() throws Exception {
    start(Setting.RETRIES, "3", Setting.RETRY_DELAY, "20", Setting.RETRY_MULTIPLIER, "10.0");
    server.workflow(FAILING);
    var id = trigger("failing", "{}");
    var run = server.await(id, r -> r.at("/steps/0/attempts").size() >= 3);
    var definition = server.get("/runs/" + id + "/definition").json().get("definition");

    var first = run.at("/steps/0/attempts/0");
    var second = run.at("/steps/0/attempts/1");
    long firstWait = waited(first, second);
    long secondWait = waited(second, run.at("/steps/0/attempts/2"));

    assertThat(firstWait).isGreaterThanOrEqualTo(20);
    assertThat(secondWait).isGreaterThanOrEqualTo(200);
    assertThat(definition.at("/retry/max_attempts").asInt()).isEqualTo(4);
    assertThat(definition.at("/retry/delay").asString()).isEqualTo("20ms");
    assertThat(definition.at("/retry/max_delay").asString()).isEqualTo("1h");
    server.send("DELETE", "/api/v1/executions/" + id, null);
  }

  private static long waited(JsonNode failed, JsonNode next) {
    return Duration.between(
            Instant.parse(failed.get("ended_at").asString()),
            Instant.parse(next.get("started_at").asString()))
        .toMillis();
  }

  @Test
  void aRunOfDocumentZeroIsNotTriedAgainUnlessItSaysSo() throws Exception {
    start(Setting.RETRY_DELAY, "10");
    var run = server.start(server.workflow(FAILING), "{}");

    assertThat(end(run).at("/steps/0/attempts")).hasSize(1);
    assertThat(end(run).at("/steps/0/max_retries").asInt()).isZero();
    assertThat(end(trigger("failing", "{}")).at("/steps/0/max_retries").asInt()).isEqualTo(3);
    assertThat(end(run).at("/steps/0/max_retries").asInt()).isZero();
  }

  @Test
  void aStepThatTakesLongerThanTheExecutionTimeoutIsCutOff() throws Exception {
    start(
        Setting.STEP_TIME,
        "1",
        Setting.RETRIES,
        "0",
        Setting.WORKERS,
        "1",
        Setting.WORKERS_MAX,
        "1");
    server.workflow(
        """
        {"name": "long", "steps": [{"id": "a", "config": {"duration_seconds": 600}}]}\
        """);
    var id = trigger("long", "{}");

    var end = end(id);

    assertThat(end.get("status").asString()).isEqualTo("failed");
    assertThat(end.get("error").toString()).contains("time-out");
    var pool = Objects.requireNonNull(server.server().holdfast().engine().workers());
    assertThat(pool.stats().cutOff()).isEqualTo(1);
  }

  @Test
  void thePoolIsShownInTheSystemAndInTheMetricsUnlessThoseAreSwitchedOff() throws Exception {
    start(Setting.WORKERS, "3", Setting.WORKERS_MAX, "4");

    var workers = server.get("/system").json().get("workers");
    assertThat(workers.get("size").asInt()).isEqualTo(3);
    assertThat(workers.get("busy").asInt()).isZero();
    assertThat(workers.get("max").asInt()).isEqualTo(4);
    assertThat(server.get("/metrics").body())
        .contains("holdfast_workers{state=\"idle\"} 3")
        .contains("holdfast_workers_max 4");
    start(Setting.METRICS, "false");
    assertThat(server.get("/metrics").status()).isEqualTo(404);
  }

  @Test
  void withoutAPoolAnyNumberOfStepsExecutesAtOnce() throws Exception {
    start(Setting.POOL, "false");
    var workflow =
        server.workflow(
            """
            {"name": "long", "steps": [{"id": "a", "config": {"duration_seconds": 600}}]}\
            """);
    List<String> runs = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      runs.add(server.start(workflow, "{}"));
    }

    runs.forEach(
        run -> server.await(run, r -> r.at("/steps/0/status").asString().equals("running")));
    assertThat(server.server().holdfast().engine().workers()).isNull();
  }

  @Test
  void urgentTriggersGoFirst() throws Exception {
    start(
        Setting.WORKERS, "1", Setting.WORKERS_MAX, "1", Setting.BATCH, "1", Setting.POLL, "60000");
    server.workflow(
        """
        {"name": "brief", "steps": [{"id": "a", "config": {"duration_seconds": 0.05}}]}\
        """);
    server.workflow(
        """
        {"name": "long", "steps": [{"id": "a", "config": {"duration_seconds": 600}}]}\
        """);
    var blocker = trigger("long", "{}");
    server.await(blocker, run -> run.at("/steps/0/status").asString().equals("running"));
    trigger("brief", "{}");
    List<String> usual = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      usual.add(trigger("brief", "{}"));
    }
    var urgent = trigger("brief", "{\"priority\": 4}");

    server.send("DELETE", "/api/v1/executions/" + blocker, null);

    var first = begun(urgent);
    usual.forEach(run -> assertThat(begun(run)).isAfter(first));
    assertThat(usual.stream().map(this::begun)).isSorted();
  }

  private Instant begun(String run) {
    return Instant.parse(end(run).at("/steps/0/attempts/0/started_at").asString());
  }
}
