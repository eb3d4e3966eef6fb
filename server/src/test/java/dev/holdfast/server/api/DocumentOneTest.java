package dev.holdfast.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The interface of document 001: its addresses, its codes, its field names. */
class DocumentOneTest extends ExecutionsFixture {

  @Test
  void aTriggerIsAcceptedAndTheExecutionHasTheShapeOfTheDocument() {
    var workflow = server.workflow(QUICK);

    var accepted = server.post("/api/v1/" + workflow + "/trigger", "{\"data\": {\"key\": \"v\"}}");

    assertThat(accepted.status()).isEqualTo(202);
    assertThat(accepted.json().propertyNames())
        .containsExactly("execution_id", "status", "created_at");
    assertThat(accepted.text("/status")).isEqualTo("pending");
    assertThat(UUID.fromString(accepted.text("/execution_id")).version()).isEqualTo(7);
    assertMicros(accepted.at("/created_at"));
    var done = awaitStatus(accepted.text("/execution_id"), "completed");
    assertThat(done.at("/workflow_id").asString()).isEqualTo(workflow);
    assertThat(done.at("/current_node_name").isNull()).isTrue();
    assertThat(done.at("/input_data/key").asString()).isEqualTo("v");
    assertThat(done.has("output_data")).isTrue();
    assertMicros(done.at("/started_at"));
    assertMicros(done.at("/completed_at"));
    assertThat(done.at("/steps/0/node_name").asString()).isEqualTo("Start");
    assertThat(done.at("/steps/1/node_name").asString()).isEqualTo("ProcessNode");
    assertThat(done.at("/steps/1/status").asString()).isEqualTo("completed");
    assertMicros(done.at("/steps/1/completed_at"));
  }

  @Test
  void aNameMeansItsNewestVersionAndWhatIsUnknownIsNotFound() {
    server.workflow(QUICK);
    var newest = server.workflow(QUICK);

    var accepted = server.send("POST", "/api/v1/quick/trigger", null);

    assertThat(accepted.status()).isEqualTo(202);
    var id = accepted.text("/execution_id");
    assertThat(server.get("/api/v1/executions/" + id).text("/workflow_id")).isEqualTo(newest);
    assertThat(server.send("POST", "/api/v1/nobody/trigger", "{}").status()).isEqualTo(404);
    var unknown = "/api/v1/executions/" + TestServer.unknownId();
    assertThat(server.get(unknown).status()).isEqualTo(404);
    assertThat(server.get(unknown + "/status").status()).isEqualTo(404);
    assertThat(server.get(unknown + "/logs").status()).isEqualTo(404);
    assertThat(server.send("DELETE", unknown, null).status()).isEqualTo(404);
    assertThat(server.get("/api/v1/workflows/nobody/executions").status()).isEqualTo(404);
  }

  @Test
  void aKeyThatComesAgainAnswersTheSameExecutionAndAnotherInputIsAConflict() throws Exception {
    server.workflow(QUICK);
    var first = trigger("quick", "{\"data\": 1}", "Idempotency-Key", "k-1");
    var id = json(first).at("/execution_id").asString();
    awaitStatus(id, "completed");

    var again = trigger("quick", "{\"data\": 1}", "Idempotency-Key", "k-1");
    var other = trigger("quick", "{\"data\": 2}", "Idempotency-Key", "k-1");

    assertThat(again.statusCode()).isEqualTo(202);
    assertThat(json(again).at("/execution_id").asString()).isEqualTo(id);
    assertThat(json(again).at("/status").asString()).isEqualTo("completed");
    assertThat(other.statusCode()).isEqualTo(409);
  }

  @Test
  void aHigherPriorityIsMoreUrgentAndOneBeyondTheLevelsIsRefused() {
    server.workflow(QUICK);

    var urgent = server.post("/api/v1/quick/trigger", "{\"priority\": 4}").text("/execution_id");
    var usual = server.post("/api/v1/quick/trigger", "{}").text("/execution_id");
    var beyond = server.post("/api/v1/quick/trigger", "{\"priority\": 5}");

    int inside = server.get("/runs/" + urgent).at("/priority").asInt();
    assertThat(inside).isLessThan(server.get("/runs/" + usual).at("/priority").asInt());
    assertThat(server.get("/api/v1/executions/" + urgent).at("/priority").asInt()).isEqualTo(4);
    assertThat(server.get("/api/v1/executions/" + usual).at("/priority").asInt()).isZero();
    assertThat(beyond.status()).isEqualTo(422);
    assertThat(beyond.text("/errors/0/pointer")).isEqualTo("/priority");
  }

  @Test
  void executionsAreListedInPagesByStatusWithTheTotal() {
    server.workflow(QUICK);
    server.workflow(SLOW);
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      var id = server.send("POST", "/api/v1/quick/trigger", null).text("/execution_id");
      awaitStatus(id, "completed");
      ids.addFirst(id);
    }
    var slow = server.send("POST", "/api/v1/slow/trigger", null).text("/execution_id");

    List<String> listed = new ArrayList<>();
    var page = "/api/v1/workflows/quick/executions?limit=2&status=completed";
    while (page != null) {
      var answer = server.get(page);
      assertThat(answer.at("/total").asInt()).isEqualTo(5);
      answer.at("/executions").valueStream().forEach(e -> listed.add(e.get("id").asString()));
      page = answer.at("/next").isNull() ? null : answer.text("/next");
    }

    assertThat(listed).isEqualTo(ids);
    var failed = server.get("/api/v1/workflows/quick/executions?status=failed,cancelled");
    assertThat(failed.at("/total").asInt()).isZero();
    assertThat(failed.at("/executions")).isEmpty();
    var running = server.get("/api/v1/workflows/slow/executions?status=pending,running");
    assertThat(running.text("/executions/0/id")).isEqualTo(slow);
    assertThat(server.get("/api/v1/workflows/slow/executions?status=odd").status()).isEqualTo(400);
    server.send("DELETE", "/api/v1/executions/" + slow, null);
  }

  @Test
  void aRunningExecutionIsCancelledAndCancellingAgainChangesNothing() {
    server.workflow(SLOW);
    var id = server.send("POST", "/api/v1/slow/trigger", null).text("/execution_id");
    await(() -> "long".equals(server.get(status(id)).text("/current_node_name")));
    var running = server.get("/api/v1/executions/" + id);
    assertThat(running.at("/updated_at").asLong())
        .isGreaterThanOrEqualTo(running.at("/steps/0/started_at").asLong())
        .isLessThanOrEqualTo(server.get(status(id)).at("/updated_at").asLong());

    var cancelled = server.send("DELETE", "/api/v1/executions/" + id, null);

    assertThat(cancelled.status()).isEqualTo(202);
    var done = awaitStatus(id, "cancelled");
    assertThat(done.at("/steps/1/status").asString()).isEqualTo("pending");
    var log = server.get("/api/v1/executions/" + id + "/logs").body();
    assertThat(server.send("DELETE", "/api/v1/executions/" + id, null).status()).isEqualTo(202);
    assertThat(server.get("/api/v1/executions/" + id + "/logs").body()).isEqualTo(log);
  }

  @Test
  void whatHasEndedIsAConflictToCancelAndStaysAsItIs() {
    server.workflow(QUICK);
    server.workflow(FAILING);
    for (var name : List.of("quick", "failing")) {
      var id = server.send("POST", "/api/v1/" + name + "/trigger", null).text("/execution_id");
      awaitStatus(id, name.equals("quick") ? "completed" : "failed");
      var before = server.get("/api/v1/executions/" + id).body();
      var log = server.get("/api/v1/executions/" + id + "/logs").body();

      var refused = server.send("DELETE", "/api/v1/executions/" + id, "{\"reason\": \"late\"}");

      assertThat(refused.status()).isEqualTo(409);
      assertThat(server.get("/api/v1/executions/" + id).body()).isEqualTo(before);
      assertThat(server.get("/api/v1/executions/" + id + "/logs").body()).isEqualTo(log);
    }
  }

  @Test
  void logsHaveALinePerEventWithLevelStepAndAttempt() {
    server.workflow(FAILING);
    var id = server.send("POST", "/api/v1/failing/trigger", null).text("/execution_id");
    awaitStatus(id, "failed");

    var logs = server.get("/api/v1/executions/" + id + "/logs").at("/logs");

    var events = server.get("/runs/" + id + "/events").json();
    assertThat(logs).hasSize(events.size());
    assertThat(logs.get(0).at("/message").asString()).isEqualTo("accepted");
    assertMicros(logs.get(0).at("/timestamp"));
    var failures = logs.valueStream().filter(l -> l.at("/event").asString().equals("StepFailed"));
    assertThat(failures.map(l -> l.at("/level").asString() + l.at("/attempt").asInt()))
        .containsExactly("warn1", "error2");
    assertThat(logs.valueStream().map(l -> l.at("/node_name").asString(""))).contains("bad");
    var rest = server.get("/api/v1/executions/" + id + "/logs?after=2&limit=1");
    assertThat(rest.at("/logs/0/seq").asInt()).isEqualTo(3);
    assertThat(rest.at("/next").asInt()).isEqualTo(3);
  }

  @Test
  void logsAreFollowedLiveToTheEndAndResumed() throws Exception {
    server.workflow(SLOW);
    var id = server.send("POST", "/api/v1/slow/trigger", null).text("/execution_id");
    await(() -> "long".equals(server.get(status(id)).text("/current_node_name")));
    var path = "/api/v1/executions/" + id + "/logs";
    var stream =
        http.sendAsync(
            HttpRequest.newBuilder(server.uri(path)).header("Accept", "text/event-stream").build(),
            BodyHandlers.ofString());

    server.send("DELETE", "/api/v1/executions/" + id, null);

    var text = stream.get().body();
    assertThat(text).contains("\"message\":\"accepted\"", "cancellation asked for", "event: end");
    var request =
        HttpRequest.newBuilder(server.uri(path))
            .header("Accept", "text/event-stream")
            .header("Last-Event-ID", "2")
            .build();
    var resumed = http.send(request, BodyHandlers.ofString()).body();
    assertThat(resumed).doesNotContain("\"seq\":2,").contains("id: 3\n", "event: end");
  }

  /** Between 2020 and 2100, in microseconds. */
  private static void assertMicros(JsonNode time) {
    assertThat(time.isIntegralNumber()).isTrue();
    assertThat(time.asLong()).isBetween(1_577_836_800_000_000L, 4_102_444_800_000_000L);
  }
}
