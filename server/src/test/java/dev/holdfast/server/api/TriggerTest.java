package dev.holdfast.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.server.config.Setting;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.sql.DriverManager;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Triggers of document 001: what of their headers is handed on, waiting, and overload. */
class TriggerTest extends ExecutionsFixture {

  @Test
  void aTriggersHeadersReachTheRunExceptDangerousOnesWhoseValuesAreNowhere() throws Exception {
    server.workflow(QUICK);

    var answer =
        trigger(
            "quick",
            "{}",
            "X-Tenant",
            "acme",
            "AUTHORIZATION",
            "Bearer s3cret-a",
            "Cookie",
            "s3cret-b",
            "X-Api-Key",
            "s3cret-c");

    var id = json(answer).at("/execution_id").asString();
    awaitStatus(id, "completed");
    var headers = server.get("/runs/" + id + "/events").at("/0/data/headers");
    assertThat(headers.at("/x-tenant").asString()).isEqualTo("acme");
    Set<String> names = new HashSet<>(headers.propertyNames());
    assertThat(names).doesNotContain("authorization", "cookie", "x-api-key", "host");
    server.close();
    try (var files = Files.list(folder)) {
      for (var file : files.toList()) {
        var bytes = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        assertThat(bytes).doesNotContain("s3cret");
      }
    }
  }

  @Test
  void aKeyThatIsTooLongOrSaidTwiceDifferentlyIsRefused() throws Exception {
    server.workflow(QUICK);

    var fits = trigger("quick", "{}", "Idempotency-Key", "k".repeat(2_000));
    var tooLong = trigger("quick", "{}", "Idempotency-Key", "k".repeat(2_001));
    var twice = trigger("quick", "{}", "Idempotency-Key", "a", "Idempotency-Key", "b");

    assertThat(fits.statusCode()).isEqualTo(202);
    for (var refused : List.of(tooLong, twice)) {
      assertThat(refused.statusCode()).isEqualTo(400);
      assertThat(json(refused).at("/errors/0/pointer").asString()).isEqualTo("Idempotency-Key");
    }
    assertThat(server.get("/api/v1/workflows/quick/executions").at("/total").asInt()).isEqualTo(1);
  }

  @Test
  void aWorkflowReadsTheHeadersOfItsTrigger() throws Exception {
    server.workflow(
        """
        {"name": "tenant", "output": "${steps.who.output}", "steps": [
          {"id": "who", "type": "transform",
           "config": {"value": "${run.headers.`x-tenant` & '/' & run.headers.cookie}"}}]}
        """);

    var answer = trigger("tenant", "{}", "X-Tenant", "acme", "Cookie", "s3cret");

    var done = awaitStatus(json(answer).at("/execution_id").asString(), "completed");
    assertThat(done.at("/output_data").asString()).isEqualTo("acme/");
  }

  @Test
  void anEmptyListOfDangerousHeadersStripsNothing() throws Exception {
    server.close();
    server =
        TestServer.on(folder.resolve("open.db").toString(), Map.of(Setting.DANGEROUS_HEADERS, ""));
    server.workflow(QUICK);

    var answer = trigger("quick", "{}", "Cookie", "kept");

    var id = json(answer).at("/execution_id").asString();
    var headers = server.get("/runs/" + id + "/events").at("/0/data/headers");
    assertThat(headers.at("/cookie").asString()).isEqualTo("kept");
  }

  @Test
  void whoeverIsNotAsynchronousGetsTheResultOrTheFailureOrTheIdInTime() throws Exception {
    server.close();
    server =
        TestServer.on(
            folder.resolve("sync.db").toString(),
            Map.of(Setting.ASYNC, "false", Setting.SYNC_TIME, "2s"));
    server.workflow(QUICK);
    server.workflow(FAILING);
    server.workflow(SLOW);

    var done = server.post("/api/v1/quick/trigger", "{\"data\": {}}");
    var failed = server.send("POST", "/api/v1/failing/trigger", null);
    var late = server.send("POST", "/api/v1/slow/trigger", null);

    assertThat(done.status()).isEqualTo(200);
    assertThat(done.json().has("result")).isTrue();
    assertThat(failed.status()).isEqualTo(500);
    assertThat(failed.text("/error_message")).contains("simulated failure");
    assertThat(late.status()).isEqualTo(504);
    assertThat(late.headers()).containsKey("location");
    var going = server.get(status(late.text("/execution_id")));
    assertThat(going.text("/status")).isEqualTo("running");
    server.send("DELETE", "/api/v1/executions/" + late.text("/execution_id"), null);
  }

  @Test
  void tooManyTriggersAtOnceAreToldToComeBackAndNoneThatWasAcceptedIsLost() throws Exception {
    server.close();
    var file = folder.resolve("full.db").toString();
    server = TestServer.on(file, Map.of(Setting.WAITING_TRIGGERS, "1"));
    server.workflow(QUICK);
    try (var writer = DriverManager.getConnection("jdbc:sqlite:" + file);
        var statement = writer.createStatement()) {
      statement.execute("BEGIN IMMEDIATE");
      var answers =
          Stream.generate(() -> http.sendAsync(request("quick", "{}"), BodyHandlers.ofString()))
              .limit(5)
              .toList();
      await(() -> answers.stream().filter(CompletableFuture::isDone).count() == 4);

      statement.execute("ROLLBACK");

      var codes = answers.stream().map(answer -> answer.join().statusCode()).toList();
      assertThat(codes).containsExactlyInAnyOrder(202, 429, 429, 429, 429);
      for (var answer : answers) {
        boolean refused = answer.join().statusCode() == 429;
        var retryAfter = answer.join().headers().firstValue("Retry-After");
        assertThat(retryAfter.orElse("")).isEqualTo(refused ? "1" : "");
      }
    }
    var total = server.get("/api/v1/workflows/quick/executions").at("/total").asInt();
    assertThat(total).isEqualTo(1);
  }
}
