package dev.holdfast.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What people do to single steps, over the interface. */
class StepActionsTest {

  private static final String APPROVAL =
      """
      {"name": "asks", "steps": [
        {"id": "ok", "type": "approval"},
        {"id": "after", "depends_on": ["ok"], "config": {"duration_seconds": 0}}]}\
      """;

  private static final String FAILING =
      """
      {"name": "failing", "steps": [
        {"id": "first", "type": "transform", "config": {"value": "${input.n}"}},
        {"id": "bad", "depends_on": ["first"],
         "config": {"duration_seconds": 0, "fail_probability": 1.0}},
        {"id": "last", "type": "transform", "depends_on": ["bad"],
         "config": {"value": "${steps.bad.output}"}}]}\
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
  void anApprovalIsWaitedForAndGiven() {
    var run = server.start(server.workflow(APPROVAL), "{}");
    var waiting = server.await(run, seen -> phase(seen, 0).equals("waiting"));
    assertThat(waiting.get("summary").asString()).startsWith("Waits for somebody to approve ok");

    var given = server.post("/runs/" + run + "/approve", "{\"by\": \"ann\"}");

    assertThat(given.status()).isEqualTo(202);
    server.awaitStatus(run, "completed");
    assertThat(server.post("/runs/" + run + "/approve", "{}").status()).isEqualTo(409);
  }

  @Test
  void whoeverHasTheLinkMayDecideAndNothingElse() {
    var run = server.start(server.workflow(APPROVAL), "{}");
    server.await(run, seen -> phase(seen, 0).equals("waiting"));
    var link = server.post("/runs/" + run + "/steps/ok/approval", "").text("/url");
    assertThat(link).startsWith("/approve.html?");
    var token = link.substring(link.indexOf("token=") + "token=".length());

    assertThat(server.get("/approvals/" + run + "/wrong/ok").status()).isEqualTo(404);
    assertThat(server.get("/approvals/" + run + "/" + token + "/after").status()).isEqualTo(404);
    var asked = server.get("/approvals/" + run + "/" + token + "/ok");
    assertThat(asked.at("/open").asBoolean()).isTrue();
    var rejected =
        server.post(
            "/approvals/" + run + "/" + token + "/ok",
            "{\"approved\": false, \"by\": \"bob\", \"comment\": \"too dear\"}");

    assertThat(rejected.status()).isEqualTo(202);
    var end = server.awaitStatus(run, "failed");
    assertThat(end.get("summary").asString()).contains("rejected by bob: too dear");
    assertThat(server.get("/approvals/" + run + "/" + token + "/ok").at("/open").asBoolean())
        .isFalse();
    assertThat(rejected.json().has("steps")).isFalse();
  }

  @Test
  void aFailedStepIsSkippedWithAValue() {
    var run = server.start(server.workflow(FAILING), "{\"input\": {\"n\": 1}}");
    server.awaitStatus(run, "failed");

    var skipped =
        server.post("/runs/" + run + "/steps/bad/skip", "{\"value\": {\"by\": \"hand\"}}");

    assertThat(skipped.status()).as(skipped.body()).isEqualTo(202);
    var end = server.awaitStatus(skipped.text("/id"), "completed");
    assertThat(end.at("/steps/1/status").asString()).isEqualTo("skipped");
    assertThat(end.at("/steps/1/output/by").asString()).isEqualTo("hand");
    assertThat(server.post("/runs/" + run + "/steps/nobody/skip", "{}").status()).isEqualTo(404);
    assertThat(server.post("/runs/" + run + "/steps/first/skip", "{}").status()).isEqualTo(409);
  }

  @Test
  void aRunIsForkedFromAStepWithOtherInput() {
    var run = server.start(server.workflow(FAILING), "{\"input\": {\"n\": 1}}");
    server.awaitStatus(run, "failed");

    var fork =
        server.post("/runs/" + run + "/fork", "{\"step\": \"first\", \"input\": {\"n\": 2}}");

    assertThat(fork.status()).as(fork.body()).isEqualTo(202);
    assertThat(fork.text("/id")).isNotEqualTo(run);
    var end = server.awaitStatus(fork.text("/id"), "failed");
    assertThat(end.at("/steps/0/output").asInt()).isEqualTo(2);
    assertThat(server.get("/runs/" + run).at("/steps/0/output").asInt()).isEqualTo(1);
    assertThat(server.post("/runs/" + run + "/fork", "{\"step\": \"x\"}").status()).isEqualTo(404);
    assertThat(server.post("/runs/" + run + "/fork", "{}").status()).isEqualTo(422);
  }

  @Test
  void aStepThatBacksOffIsTriedNow() {
    var run =
        server.start(
            server.workflow(
                """
                {"name": "patient", "steps": [
                  {"id": "a", "retry": {"max_attempts": 2, "delay": "1h"},
                   "config": {"duration_seconds": 0, "fail_probability": 1.0}}]}\
                """),
            "{}");
    var waiting = server.await(run, seen -> seen.get("phase").asString().equals("retrying"));
    assertThat(waiting.get("summary").asString()).contains("and is tried again at");
    assertThat(server.get("/runs?phase=retrying").json()).hasSize(1);
    assertThat(server.get("/runs/counts").at("/retrying").asInt()).isEqualTo(1);

    var now = server.post("/runs/" + run + "/steps/a/retry", "");

    assertThat(now.status()).as(now.body()).isEqualTo(202);
    var end = server.awaitStatus(run, "failed");
    assertThat(end.at("/steps/0/attempts")).hasSize(2);
  }

  @Test
  void theSchemaOfDefinitionsIsServed() {
    assertThat(server.get("/schema/workflow.json").at("/properties/steps").isObject()).isTrue();
  }

  private static String phase(JsonNode run, int step) {
    return run.get("steps").get(step).get("phase").asString();
  }
}
