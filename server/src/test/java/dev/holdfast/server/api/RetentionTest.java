package dev.holdfast.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.server.config.Setting;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server clears away by itself what is over, as its settings say. */
class RetentionTest {

  private static final String QUICK =
      """
      {"name": "quick", "steps": [{"id": "a", "config": {"duration_seconds": 0}}]}
      """;

  @TempDir Path folder;

  @Test
  void whatEndedLongerAgoThanTheDaysIsArchivedAndTheRestIsKept() throws Exception {
    String old;
    String young;
    String open;
    try (var server = TestServer.on(file())) {
      server.workflow(QUICK);
      server.workflow(
          """
          {"name": "nap", "steps": [{"id": "a", "type": "sleep", "config": {"duration": "90d"}}]}\
          """);
      old = completed(server);
      young = completed(server);
      open = server.post("/api/v1/nap/trigger", "{}").text("/execution_id");
      server.await(open, run -> run.get("phase").asString().equals("waiting"));
    }
    old = aged(old, Duration.ofDays(8));
    young = aged(young, Duration.ofDays(6));
    open = aged(open, Duration.ofDays(80));
    var archive = folder.resolve("archive");

    try (var server =
        TestServer.on(
            file(),
            Map.of(
                Setting.RETENTION_DAYS,
                "7",
                Setting.CLEANUP,
                "1",
                Setting.ARCHIVE,
                archive.toString()))) {
      server.awaitAnswer("/runs/" + old, answer -> answer.status() == 404);

      for (var kept : List.of(young, open)) {
        assertThat(server.get("/api/v1/executions/" + kept).status()).isEqualTo(200);
      }
      try (var files = Files.list(archive)) {
        assertThat(files).singleElement().asString().endsWith(".jsonl.gz");
      }
      assertThat(server.get("/api/v1/executions/" + open).text("/status")).isEqualTo("running");
    }
  }

  private static String completed(TestServer server) {
    var id = server.post("/api/v1/quick/trigger", "{}").text("/execution_id");
    server.awaitStatus(id, "completed");
    return id;
  }

  /** Makes a run as old as if it had been started so long ago; its new id, which has the time. */
  private String aged(String run, Duration by) throws SQLException {
    var id = UUID.fromString(run);
    long millis = (id.getMostSignificantBits() >>> 16) - by.toMillis();
    var older =
        new UUID(
            millis << 16 | (id.getMostSignificantBits() & 0xffff), id.getLeastSignificantBits());
    long micros = by.toMillis() * 1_000;
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file())) {
      change(
          connection,
          "UPDATE workflow_run SET id = ?, created_at = created_at - %d, finished_at = finished_at"
                  .formatted(micros)
              + " - %d WHERE id = ?".formatted(micros),
          older,
          id);
      change(connection, "UPDATE run_log SET run_id = ? WHERE run_id = ?", older, id);
    }
    return older.toString();
  }

  private static void change(Connection connection, String sql, UUID to, UUID from)
      throws SQLException {
    try (var statement = connection.prepareStatement(sql)) {
      statement.setBytes(1, bytes(to));
      statement.setBytes(2, bytes(from));
      assertThat(statement.executeUpdate()).isPositive();
    }
  }

  private static byte[] bytes(UUID id) {
    return ByteBuffer.allocate(16)
        .putLong(id.getMostSignificantBits())
        .putLong(id.getLeastSignificantBits())
        .array();
  }

  private String file() {
    return folder.resolve("runs.db").toString();
  }
}
