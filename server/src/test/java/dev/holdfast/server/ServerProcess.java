package dev.holdfast.server;

import dev.holdfast.server.client.ServerClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** {@code holdfast serve} in a process of its own, and the signals that befall it. */
public final class ServerProcess implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Pattern LISTENS = Pattern.compile("listens on (http://\\S+) ");

  private final Process process;
  private final ServerClient client;

  private ServerProcess(Process process, ServerClient client) {
    this.process = process;
    this.client = client;
  }

  static ServerProcess start(Path folder, String store, int port) throws IOException {
    return start(folder, store, port, Map.of());
  }

  /** Started quickly rather than fast: it does not live long. Returns when it answers requests. */
  public static ServerProcess start(
      Path folder, String store, int port, Map<String, String> environment) throws IOException {
    var output = folder.resolve("server-" + UUID.randomUUID() + ".log");
    var builder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx256m",
                "-Xshare:auto",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "serve",
                "--port",
                String.valueOf(port),
                "--store",
                store)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().putAll(environment);
    var process = builder.start();
    var url =
        awaited(
            "a server that listens",
            () -> {
              var printed = read(output);
              if (!process.isAlive()) {
                throw new AssertionError("the server has ended: " + printed);
              }
              var found = LISTENS.matcher(printed);
              return found.find() ? Optional.of(found.group(1)) : Optional.empty();
            });
    return new ServerProcess(process, new ServerClient(url));
  }

  ServerClient client() {
    return client;
  }

  public String url() {
    return client.url();
  }

  public int port() {
    return Integer.parseInt(url().replaceAll(".*:", ""));
  }

  /** Signal 9, and waits until it is gone. */
  public void kill() {
    client.close();
    process.destroyForcibly();
    awaited("the end of a killed server", () -> present(!process.isAlive()));
  }

  /** SIGSTOP: it stands still, and its connections stay open. */
  public void freeze() throws IOException, InterruptedException {
    signal("STOP");
  }

  /** SIGCONT: it goes on as if nothing had happened. */
  public void thaw() throws IOException, InterruptedException {
    signal("CONT");
  }

  private void signal(String name) throws IOException, InterruptedException {
    int exit = new ProcessBuilder("kill", "-" + name, "" + process.pid()).start().waitFor();
    if (exit != 0) {
      throw new IllegalStateException("kill -" + name + " ended with " + exit);
    }
  }

  /** SIGTERM; the exit code. */
  int stop() throws InterruptedException {
    process.destroy();
    if (!process.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new AssertionError("it does not stop");
    }
    return process.exitValue();
  }

  JsonNode run(String id) {
    return client.get("/runs/" + id);
  }

  /** Looks at the run again and again until it is as wanted. */
  JsonNode await(String run, String what, Predicate<JsonNode> wanted) {
    return awaited(what, () -> Optional.of(run(run)).filter(wanted));
  }

  JsonNode awaitStatus(String run, String status) {
    return await(run, status, seen -> seen.path("status").asString().equals(status));
  }

  /** Kills it as soon as it tells of such an event of the run: after its commit, by design. */
  void killAt(String run, Predicate<JsonNode> event) {
    try (var lines = client.lines("/runs/" + run + "/stream", 0).orElseThrow()) {
      boolean seen =
          lines
              .filter(line -> line.startsWith("data:"))
              .map(line -> ServerClient.JSON.readTree(line.substring(5)))
              .anyMatch(event);
      if (!seen) {
        throw new AssertionError("the stream of run " + run + " ended before that event");
      }
      kill();
    }
  }

  @Override
  public void close() {
    if (process.isAlive()) {
      kill();
    }
    client.close();
  }

  static <T> T awaited(String what, Supplier<Optional<T>> look) {
    long until = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      var seen = look.get();
      if (seen.isPresent()) {
        return seen.get();
      }
      if (System.nanoTime() > until) {
        throw new AssertionError("waited in vain for: " + what);
      }
      LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
    }
  }

  static Optional<Boolean> present(boolean so) {
    return so ? Optional.of(true) : Optional.empty();
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
