package dev.holdfast.testkit.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Holdfast;
import dev.holdfast.Stores;
import dev.holdfast.engine.EngineOptions;
import dev.holdfast.testkit.Await;
import dev.holdfast.testkit.JdbcEffects;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** PostgreSQL goes down without a word, as in a power loss, and comes back. */
class ServerRestartIT {

  private static final int RESTARTS = 3;

  @TempDir Path folder;

  @Test
  void work_goes_on_when_the_server_comes_back() throws Exception {
    int port = freePort();
    var server = start(port);
    var url = server.getJdbcUrl("postgres", "postgres");
    JdbcEffects.create(url);
    try (var store = Stores.open(url);
        var load = new Load(Holdfast.on(Stores.open(url), EngineOptions.defaults()), 10)) {
      for (int i = 0; i < RESTARTS; i++) {
        load.awaitProgress(30);
        long faults = load.faults();
        shutDownImmediately();
        Await.until("the fault is felt", () -> load.faults() > faults);
        // There is nothing left to stop, but its lock on the folder is given up.
        server.close();
        server = start(port);
      }

      load.awaitProgress(30);
      load.finish(store);
      load.check(store, JdbcEffects.read(url));
    } finally {
      server.close();
    }
  }

  private EmbeddedPostgres start(int port) throws IOException {
    return EmbeddedPostgres.builder()
        .setPort(port)
        .setDataDirectory(folder.resolve("data"))
        .setCleanDataDirectory(false)
        .setServerConfig("fsync", "on")
        .setServerConfig("synchronous_commit", "on")
        .setServerConfig("max_connections", "100")
        .start();
  }

  /** What {@code pg_ctl stop -m immediate} does: SIGQUIT to the first process. */
  private void shutDownImmediately() throws Exception {
    long pid = Long.parseLong(Files.readAllLines(pidFile()).getFirst());
    assertThat(new ProcessBuilder("kill", "-QUIT", "" + pid).start().waitFor()).isZero();
    Await.until(
        "the server is down",
        Duration.ofSeconds(30),
        () -> ProcessHandle.of(pid).map(process -> !process.isAlive()).orElse(true));
    Files.deleteIfExists(pidFile());
  }

  private Path pidFile() {
    return folder.resolve("data").resolve("postmaster.pid");
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }
}
