package dev.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** What is stripped from a trigger is in no file of a server, its own log included. */
class StrippedHeadersIT {

  private static final String WORKFLOW =
      """
      {"name": "w", "steps": [{"id": "a", "config": {"duration_seconds": 0}}]}
      """;

  @TempDir Path folder;

  @Test
  void noFileOfAServerThatLogsAllItCanHasTheValueOfAStrippedHeader() throws Exception {
    var store = folder.resolve("runs.db").toString();
    var environment =
        Map.of("HOLDFAST_LOG_LEVEL", "trace", "SP_DANGEROUS_HEADERS", "Authorization,x-private");
    try (var server = ServerProcess.start(folder, store, 0, environment);
        var http = HttpClient.newHttpClient()) {
      server.client().post("/workflows", WORKFLOW);

      var accepted = http.send(trigger(server, "w", "{}"), BodyHandlers.ofString());
      int notJson = http.send(trigger(server, "w", "{"), BodyHandlers.ofString()).statusCode();
      int unknown = http.send(trigger(server, "no", "{}"), BodyHandlers.ofString()).statusCode();

      assertThat(accepted.statusCode()).isEqualTo(202);
      assertThat(notJson).isEqualTo(400);
      assertThat(unknown).isEqualTo(404);
      var run = new JsonMapper().readTree(accepted.body()).path("execution_id").asString();
      server.awaitStatus(run, "completed");
      assertThat(server.stop()).isZero();
    }
    var all = new StringBuilder();
    try (var files = Files.list(folder)) {
      for (var file : files.filter(Files::isRegularFile).toList()) {
        all.append(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
      }
    }
    assertThat(all.toString().contains("kept-value")).as("what is not stripped is kept").isTrue();
    assertThat(all.toString().contains("s3cret")).as("what is stripped is nowhere").isFalse();
  }

  private static HttpRequest trigger(ServerProcess server, String workflow, String body) {
    return HttpRequest.newBuilder(URI.create(server.url() + "/api/v1/" + workflow + "/trigger"))
        .header("Content-Type", "application/json")
        .header("AUTHORIZATION", "Bearer s3cret-a")
        .header("X-Private", "s3cret-b")
        .header("X-Tenant", "kept-value")
        .POST(BodyPublishers.ofString(body))
        .build();
  }
}
