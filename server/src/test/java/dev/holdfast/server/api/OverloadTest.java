package dev.holdfast.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.server.config.Setting;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that has too much to do says so, and keeps what it has accepted. */
class OverloadTest {

  private static final String QUICK =
      """
      {"name": "quick", "steps": [{"id": "a", "config": {"duration_seconds": 0}}]}
      """;
  private static final String TRIGGER = "/api/v1/quick/trigger";

  @TempDir Path folder;

  @Test
  void whileTooManyRunsAreReadyTriggersAreToldToComeBack() throws Exception {
    var file = folder.resolve("runs.db").toString();
    try (var server = TestServer.on(file, Map.of(Setting.READY_RUNS, "3"))) {
      server.workflow(QUICK);
      // Nobody here has the code of these.
      write(
          file,
          "INSERT INTO workflow_run (id, type, run_at, created_at, updated_at) VALUES"
              + " (x'01','nobody.v1',1,1,1), (x'02','nobody.v1',1,1,1),"
              + " (x'03','nobody.v1',1,1,1), (x'04','nobody.v1',1,1,1)");
      until(() -> server.post(TRIGGER, "{}").status() == 429);

      var refused = server.post(TRIGGER, "{}");
      assertThat(refused.status()).isEqualTo(429);
      assertThat(refused.text("/code")).isEqualTo("overload");
      assertThat(refused.headers()).containsEntry("retry-after", "5");
      long before = total(server);
      server.post(TRIGGER, "{}");
      assertThat(total(server)).isEqualTo(before);

      write(file, "DELETE FROM workflow_run WHERE type = 'nobody.v1'");
      until(() -> server.post(TRIGGER, "{}").status() == 202);
    }
  }

  @Test
  void whileTooManyCommitsWaitForTheDiskTriggersAreToldToComeBack() throws Exception {
    var file = folder.resolve("runs.db").toString();
    try (var server = TestServer.on(file, Map.of(Setting.WAITING_COMMITS, "1"));
        var http = HttpClient.newHttpClient();
        var writer = DriverManager.getConnection("jdbc:sqlite:" + file);
        var statement = writer.createStatement()) {
      server.workflow(QUICK);
      statement.execute("BEGIN IMMEDIATE");
      var first = trigger(server, http);
      until(() -> waiting(server) == 1);
      var second = trigger(server, http);
      until(() -> waiting(server) == 2);

      var third = trigger(server, http).join();

      assertThat(third.statusCode()).isEqualTo(429);
      assertThat(third.headers().firstValue("Retry-After")).contains("1");
      statement.execute("ROLLBACK");
      assertThat(first.join().statusCode()).isEqualTo(202);
      assertThat(second.join().statusCode()).isEqualTo(202);
      assertThat(total(server)).isEqualTo(2);
    }
  }

  private static CompletableFuture<HttpResponse<String>> trigger(
      TestServer server, HttpClient http) {
    var request =
        HttpRequest.newBuilder(server.uri(TRIGGER))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString("{}"));
    return http.sendAsync(request.build(), BodyHandlers.ofString());
  }

  private static long waiting(TestServer server) {
    return server.server().holdfast().engine().journalStats().waiting();
  }

  private static long total(TestServer server) {
    return server.get("/api/v1/workflows/quick/executions").at("/total").asLong();
  }

  private static void write(String file, String sql) throws SQLException {
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        var statement = connection.createStatement()) {
      statement.execute("PRAGMA busy_timeout = 10000");
      statement.executeUpdate(sql);
    }
  }

  private static void until(BooleanSupplier happened) {
    long until = System.nanoTime() + 30_000_000_000L;
    while (!happened.getAsBoolean()) {
      assertThat(System.nanoTime()).isLessThan(until);
      LockSupport.parkNanos(10_000_000);
    }
  }
}
