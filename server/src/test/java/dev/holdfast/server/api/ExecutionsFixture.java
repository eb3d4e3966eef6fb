package dev.holdfast.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A server with the workflows that triggers and executions are tried on. */
abstract class ExecutionsFixture {

  static final String QUICK =
      """
      {"name": "quick", "steps": [
        {"id": "Start", "config": {"duration_seconds": 0}},
        {"id": "ProcessNode", "depends_on": ["Start"], "config": {"duration_seconds": 0}}]}
      """;
  static final String SLOW =
      """
      {"name": "slow", "steps": [
        {"id": "long", "config": {"duration_seconds": 60}},
        {"id": "later", "depends_on": ["long"]}]}
      """;
  static final String FAILING =
      """
      {"name": "failing", "steps": [
        {"id": "bad", "config": {"duration_seconds": 0, "fail_probability": 1, "max_retries": 1}}]}
      """;

  @TempDir Path folder;
  final HttpClient http = HttpClient.newHttpClient();
  TestServer server;

  @BeforeEach
  void start() throws Exception {
    server = TestServer.on(folder.resolve("runs.db").toString());
  }

  @AfterEach
  void stop() {
    server.close();
    http.close();
  }

  HttpRequest request(String workflow, String body, String... headers) {
    var request =
        HttpRequest.newBuilder(server.uri("/api/v1/" + workflow + "/trigger"))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return request.build();
  }

  HttpResponse<String> trigger(String workflow, String body, String... headers) throws Exception {
    return http.send(request(workflow, body, headers), BodyHandlers.ofString());
  }

  JsonNode awaitStatus(String id, String wanted) {
    await(() -> server.get(status(id)).text("/status").equals(wanted));
    return server.get("/api/v1/executions/" + id).json();
  }

  static String status(String id) {
    return "/api/v1/executions/" + id + "/status";
  }

  static void await(BooleanSupplier condition) {
    long until = System.nanoTime() + 30_000_000_000L;
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("not so after 30 seconds").isLessThan(until);
      LockSupport.parkNanos(10_000_000);
    }
  }

  static JsonNode json(HttpResponse<String> answer) {
    return new JsonMapper().readTree(answer.body());
  }
}
