package dev.holdfast.server.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.holdfast.engine.StepAttempt;
import dev.holdfast.log.Failure;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The requests of http steps, against a real server on this machine. */
class HttpStepTest {

  private final List<String> seen = Collections.synchronizedList(new ArrayList<>());

  @TempDir private Path folder;
  private HttpServer server;
  private GraphBed bed;
  private String base = "";

  @BeforeEach
  void open() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::answer);
    server.start();
    base = "http://127.0.0.1:" + server.getAddress().getPort();
    bed = new GraphBed(folder, GraphOptions.defaults().allowPrivateAddresses(true));
  }

  @AfterEach
  void close() {
    bed.assertSound();
    bed.close();
    server.stop(0);
  }

  @Test
  void aJsonAnswerIsRead() {
    assertThat(
            bed.result(
                """
                {"name": "n", "steps": [{"id": "a", "type": "http", "config": {
                  "url": "${input & '/echo?id=7'}", "headers": {"X-Test": "${1 + 1}"},
                  "body": {"n": "${1 + 2}"}}}],
                 "output": ["${steps.a.output.status}", "${steps.a.output.body}"]}\
                """,
                "\"" + base + "\""))
        .isEqualTo("[200,{\"method\":\"POST\",\"got\":{\"n\":3}}]");
    assertThat(seen.getFirst()).contains("/echo?id=7").contains("x-test=2");
  }

  @Test
  void everyAttemptCarriesTheSameIdempotencyKeyAndErrorsOfTheServerAreTriedAgain() {
    var state =
        bed.end(
            bed.start(
                """
                {"name": "n", "steps": [{"id": "a", "type": "http", "config": {
                  "url": "${input & '/status/503'}", "max_retries": 2}}]}\
                """,
                "\"" + base + "\""));

    assertThat(seen).hasSize(3);
    assertThat(seen.stream().distinct()).hasSize(1);
    assertThat(seen.getFirst()).containsPattern("idempotency-key=[0-9a-f-]{36}");
    var step = bed.graphs.steps(state).getFirst();
    assertThat(step.attempts()).isEqualTo(3);
    assertThat(step.errorMessage()).isEqualTo("127.0.0.1 answered 503: status 503 it is");
  }

  @Test
  void whatTheClientDidWrongIsNotTriedAgain() {
    assertThat(error("/status/404")).isEqualTo("127.0.0.1 answered 404: status 404 it is");
    assertThat(seen).hasSize(1);
  }

  @Test
  void redirectsAreFollowedUpToALimit() {
    assertThat(
            bed.result(
                """
                {"name": "n", "steps": [{"id": "a", "type": "http", "config": {
                  "url": "${input & '/redirect/2'}"}}],
                 "output": "${steps.a.output.body.method}"}\
                """,
                "\"" + base + "\""))
        .isEqualTo("\"GET\"");
    assertThat(error("/redirect/99")).contains("redirected more than 5 times");
  }

  @Test
  void anAnswerThatIsTooLargeIsRefused() {
    assertThat(error("/large")).contains("more than 1048576 bytes");
  }

  @Test
  void anAnswerThatDoesNotComeInTimeFails() {
    var state =
        bed.end(
            bed.start(
                """
                {"name": "n", "steps": [{"id": "a", "type": "http", "timeout": "50ms",
                  "config": {"url": "${input & '/slow'}"}}]}\
                """,
                "\"" + base + "\""));

    assertThat(bed.graphs.steps(state).getFirst().errorMessage()).contains("time-out");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://127.0.0.1:1/",
        "http://localhost:1/",
        "http://[::1]:1/",
        "http://0.0.0.0:1/",
        "http://10.0.0.1/",
        "http://172.16.9.9/",
        "http://192.168.1.1/",
        "http://100.64.0.1/",
        "http://169.254.169.254/latest/meta-data",
        "http://[fd00::1]/",
        "http://[fe80::1]/",
        "http://[::ffff:127.0.0.1]/",
        "http://[64:ff9b::7f00:1]/",
        "http://2130706433/",
        "http://0x7f.1/",
        "http://[2002:7f00:1::]/",
        "http://255.255.255.255/",
        "http://[::]/"
      })
  void privateAddressesAreRefused(String url) throws Exception {
    var requests = new Requests(GraphOptions.defaults());
    try (requests) {
      var config = Values.tree(Map.of("url", url));
      requests.send(config, attempt());
      throw new AssertionError("was sent");
    } catch (StepError e) {
      assertThat(e.getMessage()).containsAnyOf("private address", "there is no host", "no http");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"file:///etc/passwd", "ftp://x/", "nothing", "http://a:b@example.com/"})
  void whatIsNoPlainHttpUrlIsRefused(String url) {
    var state =
        bed.end(
            bed.start(
                "{\"name\": \"n\", \"steps\": [{\"id\": \"a\", \"type\": \"http\", \"config\":"
                    + " {\"url\": \""
                    + url
                    + "\"}}]}",
                null));

    assertThat(bed.steps(state)).containsExactly("a failed");
    assertThat(seen).isEmpty();
  }

  @Test
  void aRedirectToAPrivateAddressIsRefused() throws Exception {
    assertThat(Addresses.isPublic(InetAddress.getByName("93.184.216.34"))).isTrue();
    assertThat(Addresses.isPublic(InetAddress.getByName("2606:2800:220:1::1"))).isTrue();
    assertThat(error("/redirect-to-file")).contains("no http or https URL");
    var home = InetAddress.getLoopbackAddress();
    try (var requests = new Requests(GraphOptions.defaults(), home::equals)) {
      var config = Values.tree(Map.of("url", base + "/redirect-to-private"));

      assertThatThrownBy(() -> requests.send(config, attempt()))
          .isInstanceOf(StepError.class)
          .hasMessageContaining("127.0.0.2 is a private address");
    }
  }

  private String error(String path) {
    var state =
        bed.end(
            bed.start(
                """
                {"name": "n", "steps": [{"id": "a", "type": "http", "config": {
                  "url": "${input}", "max_retries": 3}}]}\
                """,
                "\"" + base + path + "\""));
    Failure failure = state.failure();
    return failure == null ? "none" : failure.message();
  }

  private void answer(HttpExchange exchange) throws IOException {
    var path = exchange.getRequestURI().toString();
    var headers = exchange.getRequestHeaders();
    seen.add(
        "%s x-test=%s idempotency-key=%s"
            .formatted(path, headers.getFirst("X-Test"), headers.getFirst("Idempotency-Key")));
    var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    if (path.startsWith("/status/")) {
      var code = path.substring("/status/".length());
      send(exchange, Integer.parseInt(code), "text/plain", "status " + code + "\n it is");
    } else if (path.equals("/redirect/0") || path.startsWith("/echo")) {
      var got = body.isEmpty() ? "null" : body;
      var answer = "{\"method\":\"%s\",\"got\":%s}".formatted(exchange.getRequestMethod(), got);
      send(exchange, 200, "application/json", answer);
    } else if (path.startsWith("/redirect/")) {
      int left = Integer.parseInt(path.substring("/redirect/".length())) - 1;
      exchange.getResponseHeaders().set("Location", "/redirect/" + left);
      send(exchange, 302, "text/plain", "");
    } else if (path.equals("/redirect-to-private")) {
      var elsewhere = base.replace("127.0.0.1", "127.0.0.2") + "/echo";
      exchange.getResponseHeaders().set("Location", elsewhere);
      send(exchange, 302, "text/plain", "");
    } else if (path.equals("/redirect-to-file")) {
      exchange.getResponseHeaders().set("Location", "file:///etc/passwd");
      send(exchange, 302, "text/plain", "");
    } else if (path.equals("/large")) {
      send(exchange, 200, "text/plain", "x".repeat(1024 * 1024 + 1));
    } else {
      // Never answers; the exchange ends with the server.
      return;
    }
  }

  private static void send(HttpExchange exchange, int status, String type, String body)
      throws IOException {
    var bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    try (var out = exchange.getResponseBody()) {
      out.write(bytes);
    }
  }

  private static StepAttempt attempt() {
    var id = new UUID(1, 2);
    return new StepAttempt(id, id, "a", 1, 0, null, data -> {}, (level, text) -> {});
  }
}
