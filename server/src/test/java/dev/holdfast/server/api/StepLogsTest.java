package dev.holdfast.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.holdfast.server.config.Setting;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lines that steps write, as people see them. */
class StepLogsTest {

  @TempDir Path folder;
  private TestServer server;
  private HttpServer other;

  @BeforeEach
  void start() throws Exception {
    server =
        TestServer.on(
            folder.resolve("runs.db").toString(), Map.of(Setting.PRIVATE_ADDRESSES, "true"));
    other = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    other.createContext(
        "/",
        exchange -> {
          boolean good = exchange.getRequestURI().getPath().equals("/good");
          exchange.sendResponseHeaders(good ? 200 : 500, -1);
          exchange.close();
        });
    other.start();
  }

  @AfterEach
  void stop() {
    server.close();
    other.stop(0);
  }

  @Test
  void anHttpStepWritesWhatWasAnsweredInTheLogAndBesideItsAttempt() {
    var run = server.start(server.workflow(calling("/bad?token=s3cret", 1)), "{}");
    var seen = server.awaitStatus(run, "failed");

    var attempts = seen.at("/steps/0/attempts");
    assertThat(attempts).hasSize(2);
    assertThat(attempts.at("/1/log_lines").asInt()).isEqualTo(1);
    assertThat(attempts.at("/1/logs/0/level").asString()).isEqualTo("warn");
    assertThat(attempts.at("/1/logs/0/text").asString())
        .matches("GET http://[^ ]+/bad answered 500 after \\d+ ms");
    List<String> lines = new ArrayList<>();
    for (var line : server.get("/api/v1/executions/" + run + "/logs").at("/logs")) {
      if (line.get("event").asString().equals("StepLogged")) {
        assertThat(line.get("node_name").asString()).isEqualTo("call");
        lines.add(line.get("attempt").asInt() + " " + line.get("level").asString());
        assertThat(line.get("message").asString()).doesNotContain("s3cret");
      }
    }
    assertThat(lines).containsExactly("1 warn", "2 warn");
  }

  @Test
  void whoFollowsTheLogLiveSeesALineWhileItsStepStillRuns() throws Exception {
    var run =
        server.start(
            server.workflow(
                """
                {"name": "slow", "steps": [{"id": "long", "config": {"duration_seconds": 600}}]}
                """),
            "{}");
    try (var client = new SseClient(server.uri("/api/v1/executions/" + run + "/logs"), null)) {
      var line = client.next(message -> message.data().contains("StepLogged")).json();

      assertThat(line.get("message").asString()).isEqualTo("works for 600000 ms");
      assertThat(server.get("/runs/" + run).at("/steps/0/status").asString()).isEqualTo("running");
    }
    server.post("/runs/" + run + "/cancel", "{}");
  }

  private String calling(String path, int retries) {
    return """
    {"name": "calls", "steps": [{"id": "call", "type": "http", "config": {
      "url": "http://127.0.0.1:%d%s", "max_retries": %d}}]}
    """
        .formatted(other.getAddress().getPort(), path, retries);
  }
}
