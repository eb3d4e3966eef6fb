package dev.holdfast.server.traces;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.holdfast.server.api.TestServer;
import dev.holdfast.server.config.Setting;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A real server that sends its spans to a collector of the test's own. */
class CollectorTest {

  private static final String FAILING =
      """
      {"name": "failing", "steps": [
        {"id": "bad", "config": {"duration_seconds": 0, "fail_probability": 1, "max_retries": 1}}]}
      """;

  @TempDir Path folder;
  private final List<JsonNode> spans = new CopyOnWriteArrayList<>();
  private final ConcurrentLinkedQueue<Integer> answers = new ConcurrentLinkedQueue<>();
  private HttpServer collector;

  @BeforeEach
  void start() throws Exception {
    collector = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    collector.createContext(
        "/v1/traces",
        exchange -> {
          var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
          var answer = answers.poll();
          if (answer == null) {
            var json = new JsonMapper().readTree(body);
            json.at("/resourceSpans/0/scopeSpans/0/spans").forEach(spans::add);
          }
          exchange.sendResponseHeaders(answer == null ? 200 : answer, -1);
          exchange.close();
        });
    collector.start();
  }

  @AfterEach
  void stop() {
    collector.stop(0);
  }

  @Test
  void aRunAndItsAttemptsArriveEvenIfTheCollectorWasAwayForAMoment() throws Exception {
    answers.add(503);
    try (var server = server()) {
      var run = server.start(server.workflow(FAILING), "{}");
      server.awaitStatus(run, "failed");
      until(() -> spans.size() >= 3);

      assertThat(spans)
          .allMatch(span -> span.get("traceId").asString().equals(run.replace("-", "")));
      Map<String, JsonNode> byOutcome = new HashMap<>();
      for (var span : spans) {
        for (var attribute : span.get("attributes")) {
          var key = attribute.get("key").asString();
          if (key.equals("holdfast.outcome") || key.equals("holdfast.status")) {
            var name = span.get("name").asString();
            byOutcome.put(name + " " + attribute.at("/value/stringValue").asString(), span);
          }
        }
      }
      assertThat(byOutcome).containsOnlyKeys("bad retried", "bad failed", "failing failed");
      var whole = Objects.requireNonNull(byOutcome.get("failing failed"));
      var failed = Objects.requireNonNull(byOutcome.get("bad failed"));
      assertThat(whole.at("/status/code").asInt()).isEqualTo(2);
      assertThat(failed.get("parentSpanId").asString()).isEqualTo(whole.get("spanId").asString());
      long began = Long.parseLong(whole.get("startTimeUnixNano").asString());
      long ended = Long.parseLong(whole.get("endTimeUnixNano").asString());
      assertThat(ended).isGreaterThan(began);
    }
  }

  @Test
  void whatIsLeftIsSentWhenTheServerStops() throws Exception {
    try (var server = server()) {
      var run = server.start(server.workflow(FAILING), "{}");
      server.awaitStatus(run, "failed");
    }

    assertThat(spans).hasSize(3);
  }

  @Test
  void withoutTheCollectorRunsGoOnAndTheServerStops() throws Exception {
    collector.stop(0);
    try (var server = server()) {
      var run = server.start(server.workflow(FAILING), "{}");

      assertThat(server.awaitStatus(run, "failed").get("status").asString()).isEqualTo("failed");
    }
  }

  private TestServer server() throws Exception {
    var endpoint = "http://127.0.0.1:" + collector.getAddress().getPort();
    return TestServer.on(
        folder.resolve("runs.db").toString(), Map.of(Setting.TELEMETRY_ENDPOINT, endpoint));
  }

  private static void until(BooleanSupplier happened) {
    long until = System.nanoTime() + 30_000_000_000L;
    while (!happened.getAsBoolean()) {
      assertThat(System.nanoTime()).isLessThan(until);
      LockSupport.parkNanos(20_000_000);
    }
  }
}
