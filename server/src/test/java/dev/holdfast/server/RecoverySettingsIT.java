package dev.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.store.Micros;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What settings say about runs that a killed server left behind. */
class RecoverySettingsIT {

  private static final String LONG =
      """
      {"name": "long", "steps": [{"id": "a", "config": {"duration_seconds": 600}}]}
      """;

  @TempDir Path folder;
  private ServerProcess server;
  private String run = "";

  /** Leaves a run behind in whose step the server was killed. */
  @BeforeEach
  void killInAStep() throws Exception {
    server = serve(Map.of());
    server.client().post("/workflows", LONG);
    run = server.client().post("/api/v1/long/trigger", "{}").path("execution_id").asString();
    server.killAt(run, event -> event.path("type").asString("").equals("StepStarted"));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private ServerProcess serve(Map<String, String> environment) throws Exception {
    return ServerProcess.start(folder, folder.resolve("runs.db").toString(), 0, environment);
  }

  @Test
  void whatIsClaimedMoreOftenThanTheThresholdWithoutProgressIsADeadLetter() throws Exception {
    server = serve(Map.of("HOLDFAST_WORKER_POOL_DEAD_LETTER_THRESHOLD", "1"));

    var end = server.awaitStatus(run, "failed");
    assertThat(end.path("error").toString()).contains("claimed 2 times without progress");
    var letter = server.client().get("/dead-letters/" + run);
    assertThat(letter.path("dead_letter").asBoolean()).isTrue();
    assertThat(letter.at("/errors/0/type").asString()).isEqualTo("Poison");
  }

  @Test
  void withoutRecoveryOnStartUpTheFirstCleanUpTakesOverWhatWasLeftBehind() throws Exception {
    server =
        serve(
            Map.of(
                "HOLDFAST_ASYNC_EXECUTION_RECOVERY_ON_STARTUP",
                "false",
                "HOLDFAST_WORKER_POOL_JOB_CLAIM_CLEANUP_INTERVAL_SECONDS",
                "6"));

    var claimed = ServerProcess.awaited("a second claim", () -> claims().skip(1).findFirst());
    var nodes = server.client().get("/system").path("nodes");
    var node = nodes.valueStream().filter(n -> n.path("here").asBoolean());
    var began = Instant.parse(node.findFirst().orElseThrow().path("started_at").asString());
    // Less than the six seconds: they count from a moment before the node is known.
    assertThat(claimed).isAfter(began.plusSeconds(3));
  }

  private Stream<Instant> claims() {
    var logs = server.client().get("/api/v1/executions/" + run + "/logs").path("logs");
    return logs.valueStream()
        .filter(line -> line.path("event").asString().equals("RunClaimed"))
        .map(line -> Micros.instant(line.path("timestamp").asLong()));
  }
}
