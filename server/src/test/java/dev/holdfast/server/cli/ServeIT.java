package dev.holdfast.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code holdfast serve} as a process of its own: started, stopped, killed, started again. */
class ServeIT {

  @TempDir Path folder;
  private final List<Process> started = new ArrayList<>();
  private final HttpClient http = HttpClient.newHttpClient();

  @AfterEach
  void leaveNothingBehind() throws InterruptedException {
    http.close();
    for (var process : started) {
      process.destroyForcibly();
      process.waitFor();
    }
  }

  @Test
  void aKilledServerGoesOnWithItsRunsWhenItIsStartedAgain() throws Exception {
    var server = serve();
    var url = ready(server);
    var run = start(url, "5");
    var before = await(url, run, seen -> status(seen, 1).equals("running"));

    server.destroyForcibly();
    assertThat(server.waitFor()).isEqualTo(137);
    var again = ready(serve());
    var after = await(again, run, seen -> seen.get("status").asString().equals("completed"));

    assertThat(after.at("/steps/0")).isEqualTo(before.at("/steps/0"));
    assertThat(after.at("/steps/1/attempts")).hasSize(2);
    assertThat(after.at("/steps/1/attempts/0/status").asString()).isEqualTo("interrupted");
    assertThat(after.at("/steps/1/retry_count").asInt()).isZero();
  }

  @Test
  void aSignalLetsRunningStepsFinishAndEndsWithZero() throws Exception {
    var server = serve();
    var url = ready(server);
    var run = start(url, "2");
    await(url, run, seen -> status(seen, 1).equals("running"));

    server.destroy();
    assertThat(server.waitFor()).isZero();

    var again = ready(serve());
    var after = await(again, run, seen -> seen.get("status").asString().equals("completed"));
    assertThat(after.at("/steps/1/attempts")).hasSize(1);
  }

  @Test
  void aSecondServerOnTheSameFileSaysSoAndEnds() throws Exception {
    ready(serve());

    var second = serve();

    assertThat(second.waitFor()).isNotZero();
    assertThat(new String(second.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .contains("is in use by another Holdfast process");
  }

  @Test
  void aTakenPortAndAnOpenDoorAreRefusedInWords() throws Exception {
    var port = String.valueOf(URI.create(ready(serve())).getPort());

    var taken = serve("--port", port, "--store", folder.resolve("other.db").toString());
    assertThat(taken.waitFor()).isNotZero();
    assertThat(new String(taken.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .contains("The port is taken");
    var open = serve("--host", "0.0.0.0", "--store", folder.resolve("open.db").toString());
    assertThat(open.waitFor()).isNotZero();
    assertThat(new String(open.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .contains("other machines can reach");
  }

  private String start(String url, String seconds) throws Exception {
    var definition =
        """
        {"name": "two", "steps": [
          {"id": "first", "config": {"duration_seconds": 0}},
          {"id": "second", "depends_on": ["first"], "config": {"duration_seconds": %s}}]}\
        """
            .formatted(seconds);
    var workflow = post(url + "/workflows", definition).get("id").asString();
    return post(url + "/workflows/" + workflow + "/runs", "{}").get("id").asString();
  }

  private static String status(JsonNode run, int step) {
    return run.get("steps").get(step).get("status").asString();
  }

  private JsonNode await(String url, String run, Predicate<JsonNode> wanted) throws Exception {
    long until = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    while (true) {
      var request = HttpRequest.newBuilder(URI.create(url + "/runs/" + run)).build();
      var seen = json(http.send(request, BodyHandlers.ofString()).body());
      if (wanted.test(seen)) {
        return seen;
      }
      if (System.nanoTime() > until) {
        throw new AssertionError("it never came: " + seen.toPrettyString());
      }
      LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
    }
  }

  private JsonNode post(String url, String body) throws Exception {
    var request =
        HttpRequest.newBuilder(URI.create(url))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body))
            .build();
    return json(http.send(request, BodyHandlers.ofString()).body());
  }

  private static JsonNode json(String text) {
    return new JsonMapper().readTree(text);
  }

  private Process serve(String... more) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("--enable-native-access=ALL-UNNAMED");
    command.add("-cp");
    command.add(
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
    command.addAll(List.of("dev.holdfast.server.Main", "serve"));
    if (!List.of(more).contains("--port")) {
      command.addAll(List.of("--port", "0"));
    }
    if (!List.of(more).contains("--store")) {
      command.addAll(List.of("--store", folder.resolve("runs.db").toString()));
    }
    command.addAll(List.of(more));
    var builder = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
    builder.environment().keySet().removeIf(name -> name.startsWith("HOLDFAST_"));
    var process = builder.start();
    started.add(process);
    // A server that hangs must fail the test, not hold it up.
    process
        .onExit()
        .orTimeout(120, TimeUnit.SECONDS)
        .exceptionally(late -> process.destroyForcibly());
    return process;
  }

  /** Waits for the line that says where the server listens. */
  private static String ready(Process process) throws IOException {
    var reader = process.inputReader(StandardCharsets.UTF_8);
    List<String> lines = new ArrayList<>();
    for (var line = reader.readLine(); line != null; line = reader.readLine()) {
      lines.add(line);
      if (line.startsWith("Holdfast listens on ")) {
        return line.split(" ", -1)[3];
      }
    }
    throw new AssertionError("it never listened: " + lines);
  }
}
