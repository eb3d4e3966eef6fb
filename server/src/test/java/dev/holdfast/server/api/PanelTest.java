package dev.holdfast.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.server.config.Setting;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What people and Prometheus see of a server at work. */
class PanelTest {

  private static final String QUICK =
      """
      {"name": "quick", "steps": [
        {"id": "one", "config": {"duration_seconds": 0}},
        {"id": "two", "depends_on": ["one"], "config": {"duration_seconds": 0}}]}
      """;
  private static final String FAILING =
      """
      {"name": "failing", "steps": [
        {"id": "bad", "config": {"duration_seconds": 0, "fail_probability": 1, "max_retries": 2}}]}
      """;
  private static final String SLEEPING =
      """
      {"name": "sleeping", "steps": [
        {"id": "night", "type": "sleep", "config": {"duration": "8h"}}]}
      """;

  /** A line of the text format: a name, labels, and a number. */
  private static final Pattern SAMPLE =
      Pattern.compile("([a-z_]+)(\\{[a-z]+=\"[^\"]*\"(,[a-z]+=\"[^\"]*\")*})? (-?[0-9.e+-]+)");

  @TempDir Path folder;
  private TestServer server;

  @BeforeEach
  void start() throws Exception {
    // That a client of a stream has gone is noticed when there is something to say to it.
    server =
        TestServer.on(folder.resolve("runs.db").toString(), Map.of(Setting.HEARTBEAT, "200ms"));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void theStateOfTheSystemIsOneAnswer() {
    var sleeping = server.workflow(SLEEPING);
    server.start(sleeping, "{}");
    server.start(sleeping, "{\"priority\": 7}");
    until(() -> later(system()) == 2);
    var quick = server.start(server.workflow(QUICK), "{}");
    server.awaitStatus(quick, "completed");

    var system = system();

    assertThat(system.at("/summary").asString())
        .isEqualTo("Healthy. 1 node holds 0 runs. 0 runs are ready, 2 due later.");
    assertThat(system.at("/store/kind").asString()).isEqualTo("sqlite");
    assertThat(system.at("/store/version").asString()).startsWith("3.");
    assertThat(system.at("/queue/0/priority").asInt()).isEqualTo(7);
    assertThat(system.at("/queue/1/priority").asInt()).isEqualTo(100);
    assertThat(system.at("/nodes/0/here").asBoolean()).isTrue();
    assertThat(system.at("/nodes/0/live").asBoolean()).isTrue();
    assertThat(system.at("/commit/p50_ms").asDouble()).isPositive();
    assertThat(system.at("/commit/p99_ms").asDouble())
        .isGreaterThanOrEqualTo(system.at("/commit/p50_ms").asDouble());
    assertThat(system.at("/commit/batch_mean").asDouble()).isGreaterThanOrEqualTo(1);
    assertThat(system.at("/disk/total_bytes").asLong()).isPositive();
    assertThat(system.at("/disk/volume_free_bytes").asLong()).isPositive();
    assertThat(system.at("/retention_days").isInt()).isTrue();
    List<String> tables = new ArrayList<>();
    system.at("/disk/tables").forEach(table -> tables.add(table.get("name").asString()));
    assertThat(tables).contains("run_log", "workflow_run", "workflow");
  }

  @Test
  void historyBeginsWhenTheServerDoesAndRefusesWhatItDoesNotKeep() {
    until(() -> !server.get("/system/history").at("/points/0").isMissingNode());

    var history = server.get("/system/history?minutes=60").json();

    assertThat(history.at("/every_seconds").asInt()).isEqualTo(10);
    assertThat(history.at("/points/0/counts/running").asLong()).isZero();
    assertThat(server.get("/system/history?minutes=1440").at("/every_seconds").asInt())
        .isEqualTo(300);
    assertThat(server.get("/system/history?minutes=1441").status()).isEqualTo(400);
    assertThat(server.get("/system/history?minutes=x").status()).isEqualTo(400);
  }

  @Test
  void metricsCountWhatHappened() {
    var quick = server.start(server.workflow(QUICK), "{}");
    var failing = server.start(server.workflow(FAILING), "{}");
    server.awaitStatus(quick, "completed");
    server.awaitStatus(failing, "failed");

    var metrics = metrics();

    assertThat(metrics)
        .containsEntry("holdfast_step_attempts_total{outcome=\"completed\"}", 2.0)
        .containsEntry("holdfast_step_attempts_total{outcome=\"retried\"}", 2.0)
        .containsEntry("holdfast_step_attempts_total{outcome=\"failed\"}", 1.0)
        .containsEntry("holdfast_step_retries_total", 2.0)
        .containsEntry("holdfast_step_seconds_count", 5.0)
        .containsEntry("holdfast_runs_started_total", 2.0)
        .containsEntry("holdfast_runs_ended_total{status=\"completed\"}", 1.0)
        .containsEntry("holdfast_runs_ended_total{status=\"failed\"}", 1.0)
        .containsEntry("holdfast_runs_ended_total{status=\"cancelled\"}", 0.0)
        .containsEntry("holdfast_append_conflicts_total", 0.0)
        .containsEntry("holdfast_stream_clients", 0.0);
    until(() -> system().at("/dead_letters/runs").asInt() == 1);
    assertThat(system().at("/dead_letters/causes").asInt()).isEqualTo(1);
    assertThat(metrics.get("holdfast_commit_seconds_count")).isGreaterThan(5);
    assertThat(metrics.get("holdfast_commit_appends_sum"))
        .isGreaterThanOrEqualTo(metrics.get("holdfast_commit_appends_count"));
  }

  @Test
  void metricsAreWellFormedAndAskTheStoreNothing() {
    until(() -> metrics().containsKey("holdfast_nodes_live"));
    var store = server.server().holdfast().engine().store();
    long before = store.statements();
    for (int i = 0; i < 20; i++) {
      metrics();
    }

    // The panel itself may have counted once meanwhile, and a node renews its lease.
    assertThat(store.statements() - before).isLessThan(20);
    Set<String> known = new HashSet<>();
    var family = "";
    for (var line : server.get("/metrics").body().lines().toList()) {
      if (line.startsWith("# HELP ")) {
        family = line.split(" ", 4)[2];
        assertThat(known.add(family)).as(line).isTrue();
      } else if (line.startsWith("# TYPE ")) {
        assertThat(line).matches("# TYPE " + family + " (counter|gauge|histogram)");
      } else {
        assertThat(line).matches(SAMPLE).startsWith(family);
      }
    }
    assertThat(known).hasSizeGreaterThan(15);
  }

  @Test
  void clientsOfStreamsAreCounted() throws Exception {
    try (var client = new SseClient(server.uri("/runs/stream"), null)) {
      assertThat(client.status()).isEqualTo(200);
      until(() -> streams() == 1);
    }
    until(() -> streams() == 0);
  }

  private JsonNode system() {
    return server.get("/system").json();
  }

  private double streams() {
    return metrics().getOrDefault("holdfast_stream_clients", -1.0);
  }

  private static long later(JsonNode system) {
    long later = 0;
    for (var level : system.get("queue")) {
      later += level.get("later").asLong();
    }
    return later;
  }

  private Map<String, Double> metrics() {
    Map<String, Double> metrics = new HashMap<>();
    server
        .get("/metrics")
        .body()
        .lines()
        .map(SAMPLE::matcher)
        .filter(line -> line.matches())
        .forEach(
            line -> {
              var labels = line.group(2) == null ? "" : line.group(2);
              metrics.put(line.group(1) + labels, Double.valueOf(line.group(4)));
            });
    return metrics;
  }

  private static void until(BooleanSupplier happened) {
    long until = System.nanoTime() + 30_000_000_000L;
    while (!happened.getAsBoolean()) {
      assertThat(System.nanoTime()).isLessThan(until);
      LockSupport.parkNanos(20_000_000);
    }
  }
}
