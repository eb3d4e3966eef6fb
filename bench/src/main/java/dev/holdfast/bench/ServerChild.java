package dev.holdfast.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code holdfast serve} as a process of its own, on any free port, and a client for it. */
final class ServerChild implements AutoCloseable {

  private static final JsonMapper JSON = new JsonMapper();
  private static final Pattern LISTENS = Pattern.compile("listens on (http://[^ ]+)");
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Process process;
  private final URI url;
  private final double startSeconds;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private ServerChild(Process process, URI url, double startSeconds) {
    this.process = process;
    this.url = url;
    this.startSeconds = startSeconds;
  }

  /**
   * Starts it and waits until it answers that it is ready.
   *
   * @param pool whether a worker pool bounds how many steps execute at once, as it does by default
   */
  static ServerChild start(String store, boolean pool) throws IOException, InterruptedException {
    long begun = System.nanoTime();
    var process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.holdfast.server.Main",
                "serve",
                "--port",
                "0",
                "--store",
                store,
                "--set",
                "worker_pool.enabled=" + pool)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    // Also when somebody loses patience with the bench, or it fails below.
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    var url = listens(process);
    double seconds = (System.nanoTime() - begun) / 1e9;
    var child = new ServerChild(process, url, seconds);
    var ready = child.get("/health/ready");
    if (ready.statusCode() != 200) {
      throw new IllegalStateException("the server listens and is not ready: " + ready.body());
    }
    return child;
  }

  private static URI listens(Process process) throws IOException {
    var lines =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    for (var line = lines.readLine(); line != null; line = lines.readLine()) {
      var found = LISTENS.matcher(line);
      if (found.find()) {
        return URI.create(found.group(1));
      }
    }
    throw new IllegalStateException("the server ended before it listened");
  }

  /** From the start of the process until it listened; it recovers before it does. */
  double startSeconds() {
    return startSeconds;
  }

  HttpClient client() {
    return client;
  }

  HttpRequest post(String path, String body) {
    return request(path)
        .header("Content-Type", "application/json")
        .POST(HttpRequest.BodyPublishers.ofString(body))
        .build();
  }

  HttpResponse<String> get(String path) {
    return send(request(path).build());
  }

  JsonNode json(String path) {
    return JSON.readTree(get(path).body());
  }

  /** The id of a workflow made from this definition. */
  String workflow(String definition) {
    return accepted(post("/workflows", definition)).get("id").asString();
  }

  /** What the server says to something that it must accept. */
  JsonNode accepted(HttpRequest request) {
    var answer = send(request);
    if (answer.statusCode() / 100 != 2) {
      throw new IllegalStateException(request.uri() + " was refused: " + answer.body());
    }
    return JSON.readTree(answer.body());
  }

  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  @Override
  public void close() {
    client.close();
    process.destroyForcibly();
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(url.resolve(path)).timeout(PATIENCE);
  }

  private HttpResponse<String> send(HttpRequest request) {
    try {
      return client.send(request, HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
