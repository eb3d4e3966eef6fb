package dev.holdfast.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.server.config.ServerConfig;
import dev.holdfast.server.config.Setting;
import dev.holdfast.server.config.Settings;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A real server on a free port, and a client that checks each answer against OpenAPI. */
public final class TestServer implements AutoCloseable {

  private static final JsonMapper JSON = new JsonMapper();
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** An answer. */
  public record Answer(int status, Map<String, String> headers, String body) {

    public JsonNode json() {
      return JSON.readTree(body);
    }

    public JsonNode at(String pointer) {
      return json().at(pointer);
    }

    public String text(String pointer) {
      return at(pointer).asString();
    }
  }

  private final HoldfastServer server;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final Conformance conformance;

  private TestServer(HoldfastServer server) {
    this.server = server;
    this.conformance = new Conformance(plain("GET", "/openapi.json", null, null).body());
  }

  public static TestServer on(String store) throws IOException {
    return on(store, Map.of());
  }

  public static TestServer on(String store, Map<Setting, String> more) throws IOException {
    Map<Setting, @Nullable String> flags = new EnumMap<>(Setting.class);
    flags.put(Setting.STORE, store);
    flags.put(Setting.PORT, "0");
    flags.put(Setting.GRACE, "1s");
    flags.putAll(more);
    var config = ServerConfig.from(Settings.of(flags, Map.of(), Map.of()));
    return new TestServer(HoldfastServer.start(config));
  }

  public HoldfastServer server() {
    return server;
  }

  public Answer get(String path) {
    return send("GET", path, null);
  }

  public Answer post(String path, String body) {
    return send("POST", path, body);
  }

  /** Sends a request and fails unless its answer is as documented. */
  public Answer send(String method, String path, @Nullable String body) {
    return send(method, path, body, "application/json");
  }

  public Answer send(String method, String path, @Nullable String body, @Nullable String type) {
    var answer = plain(method, path, body, type);
    var plainPath = URI.create(server.url() + path).getRawPath();
    conformance.check(
        method,
        plainPath,
        answer.status(),
        answer.headers().getOrDefault("content-type", ""),
        answer.body());
    assertThat(answer.headers()).containsEntry("x-content-type-options", "nosniff");
    return answer;
  }

  /** Stores a workflow; its id. */
  public String workflow(String definition) {
    var answer = post("/workflows", definition);
    assertThat(answer.status()).as(answer.body()).isEqualTo(201);
    return answer.text("/id");
  }

  /** Starts a run; its id. */
  public String start(String workflow, String body) {
    var answer = post("/workflows/" + workflow + "/runs", body);
    assertThat(answer.status()).as(answer.body()).isEqualTo(202);
    return answer.text("/id");
  }

  /** Looks at the run again and again until it is as wanted. */
  public JsonNode await(String run, Predicate<JsonNode> wanted) {
    return awaitAt("/runs/" + run, wanted);
  }

  /** What is there once it is as it is wanted. */
  public JsonNode awaitAt(String path, Predicate<JsonNode> wanted) {
    return awaitAnswer(path, answer -> wanted.test(answer.json())).json();
  }

  /** The first answer that is as it is wanted. */
  public Answer awaitAnswer(String path, Predicate<Answer> wanted) {
    long until = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      var answer = get(path);
      if (wanted.test(answer)) {
        return answer;
      }
      if (System.nanoTime() > until) {
        throw new AssertionError("not so after " + PATIENCE + ": " + answer.body());
      }
      LockSupport.parkNanos(Duration.ofMillis(10).toNanos());
    }
  }

  public JsonNode awaitStatus(String run, String status) {
    return await(run, seen -> seen.get("status").asString().equals(status));
  }

  public URI uri(String path) {
    return URI.create(server.url() + path);
  }

  public static String unknownId() {
    return UUID.nameUUIDFromBytes("nobody".getBytes(StandardCharsets.UTF_8)).toString();
  }

  @Override
  public void close() {
    http.close();
    server.close();
  }

  private Answer plain(String method, String path, @Nullable String body, @Nullable String type) {
    var request =
        HttpRequest.newBuilder(uri(path))
            .timeout(PATIENCE)
            .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    if (body != null && type != null) {
      request.header("Content-Type", type);
    }
    try {
      var answer = http.send(request.build(), BodyHandlers.ofString());
      Map<String, String> headers = new HashMap<>();
      answer.headers().map().forEach((name, values) -> headers.put(name, values.getFirst()));
      return new Answer(answer.statusCode(), headers, answer.body());
    } catch (IOException e) {
      throw new AssertionError(method + " " + path + " was not answered", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }
}
