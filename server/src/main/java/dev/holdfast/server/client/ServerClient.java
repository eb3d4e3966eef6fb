package dev.holdfast.server.client;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Asks a server. What it refuses is thrown as {@link Refused}, that nobody answers as {@link
 * ServerAway}.
 */
public final class ServerClient implements AutoCloseable {

  /** Numbers come back as they were sent. */
  public static final JsonMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final String url;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(5))
          .build();

  public ServerClient(String url) {
    this.url = url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
  }

  public String url() {
    return url;
  }

  public JsonNode get(String path) {
    return ask(request(path).timeout(PATIENCE).GET());
  }

  public JsonNode post(String path, @Nullable String json) {
    var body = json == null ? BodyPublishers.noBody() : BodyPublishers.ofString(json);
    return ask(
        request(path).timeout(PATIENCE).header("Content-Type", "application/json").POST(body));
  }

  /** The run with this id, or the newest with this key. */
  public UUID run(String idOrKey) {
    var id = id(idOrKey);
    if (id.isPresent()) {
      return id.get();
    }
    for (var row : get("/runs?limit=200&q=" + encoded(idOrKey))) {
      if (row.path("key").asString("").equals(idOrKey)) {
        return UUID.fromString(row.path("id").asString());
      }
    }
    throw Refused.of(
        404,
        JSON.createObjectNode()
            .put("detail", "The server has no run with the id or key '%s'.".formatted(idOrKey)));
  }

  /** The workflow with this id, or the newest version of this name. */
  public JsonNode workflow(String idOrName) {
    var id = id(idOrName);
    if (id.isPresent()) {
      return get("/workflows/" + id.get());
    }
    var found = get("/workflows?limit=1&name=" + encoded(idOrName));
    if (found.isEmpty()) {
      throw Refused.of(
          404,
          JSON.createObjectNode()
              .put("detail", "The server has no workflow with the id or name '" + idOrName + "'."));
    }
    return get("/workflows/" + found.get(0).path("id").asString());
  }

  /**
   * Opens a stream of server-sent events behind this number. Empty when there is nothing left to
   * come. Close it in the end.
   */
  public Optional<Stream<String>> lines(String path, long after) {
    try {
      var answer =
          http.send(
              request(path)
                  .header("Accept", "text/event-stream")
                  .header("Last-Event-ID", String.valueOf(after))
                  .GET()
                  .build(),
              BodyHandlers.ofLines());
      if (answer.statusCode() == 204) {
        return Optional.empty();
      }
      if (answer.statusCode() != 200) {
        try (var body = answer.body()) {
          throw Refused.of(answer.statusCode(), tree(String.join("\n", body.toList())));
        }
      }
      return Optional.of(answer.body());
    } catch (IOException e) {
      throw new ServerAway(url, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServerAway("interrupted");
    }
  }

  public static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    http.shutdownNow();
  }

  private JsonNode ask(HttpRequest.Builder request) {
    try {
      var answer = http.send(request.build(), BodyHandlers.ofString());
      var body = tree(answer.body());
      if (answer.statusCode() >= 400) {
        throw Refused.of(answer.statusCode(), body);
      }
      return body;
    } catch (IOException e) {
      throw new ServerAway(url, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServerAway("interrupted");
    }
  }

  private JsonNode tree(String body) {
    try {
      return body.isEmpty() ? JSON.createObjectNode() : JSON.readTree(body);
    } catch (JacksonException e) {
      throw new ServerAway("What answers at %s is no Holdfast server.".formatted(url));
    }
  }

  private HttpRequest.Builder request(String path) {
    try {
      return HttpRequest.newBuilder(URI.create(url + path));
    } catch (IllegalArgumentException e) {
      throw new ServerAway(
          "'%s' is not the address of a server; give one like http://127.0.0.1:8080."
              .formatted(url));
    }
  }

  private static Optional<UUID> id(String text) {
    try {
      return text.length() == 36 ? Optional.of(UUID.fromString(text)) : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
