package dev.holdfast.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Signal;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What pages and the command line need beyond document 000. */
class ViewsTest {

  private static final Signal<String> GO = Signal.of("go", String.class);

  private static final String FAILING =
      """
      {"name": "failing", "steps": [
        {"id": "ok", "config": {"duration_seconds": 0}},
        {"id": "bad", "depends_on": ["ok"],
         "config": {"duration_seconds": 0, "fail_probability": 1.0}}]}\
      """;

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
  void aRunOfCodeShowsItsStepsByScope() {
    var tries = new AtomicInteger();
    var workflow =
        server
            .server()
            .holdfast()
            .workflow(
                "shop.pay.v1",
                String.class,
                String.class,
                (wf, who) -> {
                  var hold =
                      wf.step(
                          "hold",
                          () -> {
                            if (tries.incrementAndGet() == 1) {
                              throw new IllegalStateException("not yet");
                            }
                            return "held for " + who;
                          },
                          s -> s.retry(3));
                  wf.map("label", List.of("a", "b"), i -> i, (b, i) -> b.step("print", () -> i));
                  return hold;
                });
    var id = workflow.start("ada", o -> o.key("pay-1").priority(5)).id().toString();

    var run = server.awaitStatus(id, "completed");

    assertThat(run.get("kind").asString()).isEqualTo("code");
    assertThat(run.get("workflow_name").asString()).isEqualTo("shop.pay.v1");
    assertThat(run.get("workflow_id").isNull()).isTrue();
    assertThat(run.get("key").asString()).isEqualTo("pay-1");
    assertThat(run.get("priority").asInt()).isEqualTo(5);
    assertThat(run.get("output").asString()).isEqualTo("held for ada");
    var hold = run.get("steps").get(0);
    assertThat(hold.get("step_id").asString()).isEqualTo("hold");
    assertThat(hold.get("attempts")).hasSize(2);
    assertThat(hold.get("attempts").get(0).get("error").get("message").asString())
        .isEqualTo("not yet");
    assertThat(hold.get("attempts").get(0).get("idempotency_key"))
        .isNotEqualTo(hold.get("attempts").get(1).get("idempotency_key"));
    var prints =
        run.get("steps").valueStream().filter(s -> !s.get("scope").asString().isEmpty()).toList();
    assertThat(prints).hasSize(2);
    assertThat(prints).allMatch(s -> s.get("step_id").asString().endsWith("/print"));
    var name = prints.getFirst().get("step_id").asString();
    var encoded = URLEncoder.encode(name, StandardCharsets.UTF_8);
    assertThat(server.get("/runs/" + id + "/steps/" + encoded).text("/step_id")).isEqualTo(name);
    assertThat(server.get("/runs/" + id + "/definition").at("/definition").isNull()).isTrue();
  }

  @Test
  void everyMomentOfThePastCanBeSeen() {
    var workflow = server.workflow(FAILING);
    var id = server.start(workflow, "{\"input\": {\"n\": 1}}");
    var end = server.awaitStatus(id, "failed");
    int last = end.get("last_seq").asInt();

    int done = 0;
    for (int seq = 1; seq <= last; seq++) {
      var then = server.get("/runs/" + id + "/state?seq=" + seq).json();
      assertThat(then.get("seq").asInt()).isEqualTo(seq);
      assertThat(then.get("last_seq").asInt()).isEqualTo(last);
      int now = then.get("progress").get("done").asInt();
      assertThat(now).isGreaterThanOrEqualTo(done);
      done = now;
    }

    assertThat(server.get("/runs/" + id + "/state").json()).isEqualTo(end);
    assertThat(server.get("/runs/" + id + "/state?seq=1").text("/status")).isEqualTo("pending");
    assertThat(server.get("/runs/" + id + "/definition").text("/definition/name"))
        .isEqualTo("failing");
  }

  @Test
  void runsAreFoundByKeyIdWorkflowAndError() {
    var id = server.start(server.workflow(FAILING), "{\"key\": \"Order-77\"}");
    server.awaitStatus(id, "failed");

    for (var text : List.of("order-77", id, id.substring(0, 13), "faili", "simulated")) {
      assertThat(ids("/runs?q=" + text)).as(text).containsExactly(id);
    }
    assertThat(ids("/runs?q=nothing-like-it")).isEmpty();
    assertThat(ids("/runs?phase=failed")).containsExactly(id);
    assertThat(ids("/runs?phase=running,completed")).isEmpty();
  }

  @Test
  void causesAreCountedAndRetriedTogether() {
    var workflow = server.workflow(FAILING);
    for (int i = 0; i < 3; i++) {
      server.awaitStatus(server.start(workflow, "{}"), "failed");
    }
    assertThat(server.get("/runs/counts").at("/failed").asInt()).isEqualTo(3);
    assertThat(server.get("/runs/counts?workflow=other").at("/failed").asInt()).isZero();
    var cause = server.get("/runs/errors").json().get(0);
    assertThat(cause.get("runs").asInt()).isEqualTo(3);
    assertThat(cause.get("step").asString()).isEqualTo("bad");
    assertThat(cause.get("workflow_name").asString()).isEqualTo("failing");
    var filter = "fingerprint=" + cause.get("fingerprint").asString();
    assertThat(ids("/runs?" + filter)).hasSize(3);
    assertThat(ids("/runs?fingerprint=00000000")).isEmpty();

    var dry = server.post("/runs/bulk?" + filter, "{\"action\": \"retry\", \"dry_run\": true}");
    assertThat(dry.status()).isEqualTo(200);
    assertThat(dry.at("/matched").asInt()).isEqualTo(3);
    assertThat(ids("/runs")).hasSize(3);
    var done = server.post("/runs/bulk?" + filter, "{\"action\": \"retry\"}");
    assertThat(done.status()).isEqualTo(202);
    assertThat(done.at("/done").asInt()).isEqualTo(3);
    assertThat(ids("/runs")).hasSize(6);
  }

  @Test
  void aFailedRunIsRunAgainFromTheStepThatFailed() {
    var id = server.start(server.workflow(FAILING), "{}");
    server.awaitStatus(id, "failed");

    var again = server.post("/runs/" + id + "/retry", "");

    assertThat(again.status()).isEqualTo(202);
    assertThat(again.text("/retry_of")).isEqualTo(id);
    assertThat(again.text("/id")).isNotEqualTo(id);
    assertThat(again.headers().get("location")).isEqualTo("/runs/" + again.text("/id"));
    assertThat(server.post("/runs/" + id + "/retry", "{}").text("/id"))
        .isEqualTo(again.text("/id"));
    var end = server.awaitStatus(again.text("/id"), "failed");
    assertThat(step(end, "ok").get("attempts")).hasSize(1);
    assertThat(server.get("/runs/" + id).text("/status")).isEqualTo("failed");
  }

  @Test
  void aWaitingRunIsSignalledAndAnEndedOneIsNot() {
    var workflow =
        server
            .server()
            .holdfast()
            .workflow(
                "waits.v1",
                String.class,
                String.class,
                (wf, in) -> wf.await(GO, Duration.ofDays(1)).orElse("nobody"));
    var id = workflow.start("").id().toString();
    var waiting = server.await(id, run -> run.get("phase").asString().equals("waiting"));
    assertThat(waiting.get("status").asString()).isEqualTo("running");
    assertThat(waiting.get("summary").asString()).startsWith("Waits for the signal go");
    assertThat(ids("/runs?phase=waiting")).containsExactly(id);

    var sent = server.post("/runs/" + id + "/signal", "{\"name\": \"go\", \"value\": \"ann\"}");

    assertThat(sent.status()).isEqualTo(202);
    assertThat(server.awaitStatus(id, "completed").get("output").asString()).isEqualTo("ann");
    var late = server.post("/runs/" + id + "/signal", "{\"name\": \"go\"}");
    assertThat(late.status()).isEqualTo(409);
    assertThat(server.post("/runs/" + id + "/signal", "{}").status()).isEqualTo(422);
  }

  @Test
  void cancellingTwiceIsOneCancellationAndAnEndIsNeverChanged() {
    var slow =
        server.workflow(
            "{\"name\": \"slow\", \"steps\": [{\"id\": \"a\", \"config\":"
                + " {\"duration_seconds\": 600}}]}");
    var id = server.start(slow, "{}");

    assertThat(server.post("/runs/" + id + "/cancel", "{\"reason\": \"by ann\"}").status())
        .isEqualTo(202);
    var end = server.awaitStatus(id, "cancelled");

    assertThat(end.get("summary").asString()).isEqualTo("Cancelled: by ann.");
    assertThat(server.post("/runs/" + id + "/cancel", "").status()).isEqualTo(202);
    assertThat(server.post("/runs/" + id + "/resume", "").status()).isEqualTo(409);
    assertThat(server.get("/runs/" + id).json()).isEqualTo(end);
    var failed = server.start(server.workflow(FAILING), "{}");
    server.awaitStatus(failed, "failed");
    assertThat(server.post("/runs/" + failed + "/cancel", "").status()).isEqualTo(409);
  }

  @Test
  void manyRunsAreCancelledByOneFilter() {
    var slow =
        server.workflow(
            "{\"name\": \"slow\", \"steps\": [{\"id\": \"a\", \"config\":"
                + " {\"duration_seconds\": 600}}]}");
    var runs = List.of(server.start(slow, "{}"), server.start(slow, "{}"));

    var done = server.post("/runs/bulk?workflow=slow", "{\"action\": \"cancel\"}");

    assertThat(done.at("/done").asInt()).isEqualTo(2);
    runs.forEach(run -> server.awaitStatus(run, "cancelled"));
    var none = server.post("/runs/bulk?workflow=slow", "{\"action\": \"cancel\"}");
    assertThat(none.at("/matched").asInt()).isZero();
  }

  private List<String> ids(String path) {
    return server.get(path).json().valueStream().map(r -> r.get("id").asString()).toList();
  }

  private static JsonNode step(JsonNode run, String name) {
    return run.get("steps")
        .valueStream()
        .filter(s -> s.get("step_id").asString().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
