package dev.holdfast.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.engine.NewRun;
import dev.holdfast.log.Json;
import dev.holdfast.server.config.Setting;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** {@code DELETE /api/v1/executions/{id}}, whatever the execution is doing. */
abstract class CancellationContract {

  /** The first step can be undone, the second is what the run is cancelled in. */
  private static String between(String step) {
    return """
    {"name": "n", "steps": [
      {"id": "hold", "config": {"duration_seconds": 0},
       "compensate": {"type": "task", "config": {"duration_seconds": 0}}},
      %s,
      {"id": "later", "depends_on": ["stuck"], "config": {"duration_seconds": 0}}]}\
    """
        .formatted(step);
  }

  private static final String LONG =
      between(
          """
          {"id": "stuck", "depends_on": ["hold"], "config": {"duration_seconds": 600}}\
          """);

  private TestServer server;

  /** Where a new and empty store is. */
  abstract String store();

  @BeforeEach
  void start() throws Exception {
    server = TestServer.on(store(), Map.of(Setting.WORKERS_MAX, "1", Setting.BATCH, "1"));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private String trigger(String definition) {
    var workflow = server.workflow(definition);
    return server.post("/api/v1/" + workflow + "/trigger", "{}").text("/execution_id");
  }

  private TestServer.Answer cancel(String execution) {
    return server.send("DELETE", "/api/v1/executions/" + execution, null);
  }

  private void assertCancelledAndUndone(String execution) {
    assertThat(cancel(execution).status()).isEqualTo(202);
    var end = server.awaitStatus(execution, "cancelled");
    assertThat(began(execution, "later")).as("later steps never start").isFalse();
    assertThat(events(execution).stream().map(e -> e.get("type").asString()))
        .endsWith("RunCancelled");
    assertThat(completed(execution, "hold~compensate")).as("what was done is undone").isTrue();
    assertThat(end.get("status").asString()).isEqualTo("cancelled");
  }

  private List<JsonNode> events(String execution) {
    return server.get("/runs/" + execution + "/events").json().valueStream().toList();
  }

  private boolean began(String execution, String step) {
    return happened(execution, "StepStarted", step);
  }

  private boolean completed(String execution, String step) {
    return happened(execution, "StepCompleted", step);
  }

  private boolean happened(String execution, String type, String step) {
    return events(execution).stream()
        .anyMatch(
            e -> e.get("type").asString().equals(type) && e.path("step").asString("").equals(step));
  }

  @Test
  void whatRunsIsInterruptedAndUndone() {
    var id = trigger(LONG);
    server.await(id, run -> began(id, "stuck"));

    assertCancelledAndUndone(id);
  }

  @Test
  void theThreadOfTheRunningStepIsInterrupted() throws Exception {
    var begun = new CountDownLatch(1);
    var interrupted = new CountDownLatch(1);
    var went = new AtomicBoolean();
    server
        .server()
        .holdfast()
        .workflow(
            "blocked.v1",
            String.class,
            String.class,
            (wf, text) -> {
              wf.step(
                  "stuck",
                  () -> {
                    begun.countDown();
                    try {
                      new CountDownLatch(1).await();
                    } catch (InterruptedException e) {
                      interrupted.countDown();
                      throw e;
                    }
                    return text;
                  });
              return wf.step(
                  "later",
                  () -> {
                    went.set(true);
                    return text;
                  });
            });
    var engine = server.server().holdfast().engine();
    var id = engine.submit(NewRun.of("blocked.v1", new Json("\"x\""), null)).toString();
    assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();

    cancel(id);

    assertThat(interrupted.await(20, TimeUnit.SECONDS)).isTrue();
    server.awaitStatus(id, "cancelled");
    assertThat(went).isFalse();
  }

  @Test
  void whatIsQueuedInTheStoreNeverBegins() {
    var running = trigger(LONG);
    server.await(running, run -> began(running, "stuck"));
    var waiting = trigger(LONG);
    var queued = trigger(LONG);
    assertThat(server.get("/api/v1/executions/" + queued).text("/status")).isEqualTo("pending");

    assertThat(cancel(queued).status()).isEqualTo(202);
    assertThat(cancel(waiting).status()).isEqualTo(202);

    for (var id : List.of(queued, waiting)) {
      server.awaitStatus(id, "cancelled");
      assertThat(began(id, "hold")).isFalse();
    }
    assertThat(server.get("/runs/" + running).text("/status")).isEqualTo("running");
    assertCancelledAndUndone(running);
  }

  @Test
  void whatWaitsForItsNextAttemptHasNone() {
    var id =
        trigger(
            between(
                """
                {"id": "stuck", "depends_on": ["hold"],
                 "config": {"duration_seconds": 0, "fail_probability": 1},
                 "retry": {"max_attempts": 5, "delay": "1h"}}\
                """));
    server.await(id, run -> run.get("phase").asString().equals("retrying"));

    assertCancelledAndUndone(id);

    assertThat(server.get("/runs/" + id).at("/steps/1/attempts")).hasSize(1);
  }

  @Test
  void whatSleepsDoesNotWakeUpAgain() {
    var id =
        trigger(
            between(
                """
                {"id": "stuck", "type": "sleep", "depends_on": ["hold"],
                 "config": {"duration": "1h"}}\
                """));
    server.await(id, run -> run.get("phase").asString().equals("waiting"));

    assertCancelledAndUndone(id);
  }

  @Test
  void whatWaitsForAChildCancelsTheChild() {
    server.workflow(
        """
        {"name": "child", "steps": [
          {"id": "nap", "type": "sleep", "config": {"duration": "1h"}}]}\
        """);
    var id =
        trigger(
            between(
                """
                {"id": "stuck", "type": "workflow", "depends_on": ["hold"],
                 "config": {"workflow": "child"}}\
                """));
    server.await(id, run -> run.get("phase").asString().equals("waiting"));
    server.await(id, run -> !server.get("/runs?parent=" + id).json().isEmpty());
    var child = server.get("/runs?parent=" + id).text("/0/id");
    server.await(child, run -> run.get("phase").asString().equals("waiting"));

    assertCancelledAndUndone(id);

    server.awaitStatus(child, "cancelled");
  }

  @Test
  void whatHasEndedIsAConflictAndUnchanged() {
    var completed =
        trigger(
            """
            {"name": "quick", "steps": [{"id": "a", "config": {"duration_seconds": 0}}]}\
            """);
    var failed =
        trigger(
            """
            {"name": "failing", "steps": [
              {"id": "a", "config": {"duration_seconds": 0, "fail_probability": 1,
               "max_retries": 0}}]}\
            """);
    server.awaitStatus(completed, "completed");
    server.awaitStatus(failed, "failed");
    for (var id : List.of(completed, failed)) {
      var before = events(id);

      assertThat(cancel(id).status()).isEqualTo(409);

      assertThat(events(id)).isEqualTo(before);
    }
  }

  @Test
  void whatIsCancelledIsCancelledAgainWithoutAnyChange() {
    var id = trigger(LONG);
    server.await(id, run -> began(id, "stuck"));
    assertCancelledAndUndone(id);
    var before = events(id);

    assertThat(cancel(id).status()).isEqualTo(202);

    assertThat(events(id)).isEqualTo(before);
  }
}
