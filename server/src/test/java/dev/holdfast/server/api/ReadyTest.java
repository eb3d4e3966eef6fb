package dev.holdfast.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.server.config.Setting;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server says whether it can do its work. */
class ReadyTest {

  @TempDir Path folder;

  @Test
  void aServerIsReadyAtItsFirstRequestAndUnfitWhenItsLeaseIsNotRenewed() throws Exception {
    var file = folder.resolve("runs.db").toString();
    try (var server = TestServer.on(file)) {
      assertThat(server.get("/health/ready").at("/ready").asBoolean()).isTrue();

      write(file, "UPDATE node SET lease_until = 0");

      var unfit = server.get("/health/ready");
      assertThat(unfit.status()).isEqualTo(503);
      assertThat(unfit.at("/store").asBoolean()).isTrue();
      assertThat(unfit.at("/lease").asBoolean()).isFalse();
      assertThat(server.get("/health/live").status()).isEqualTo(200);
    }
  }

  @Test
  void aServerThatCannotTakeWhatIsDueIsUnfitThoughItsLeaseIsRenewed() throws Exception {
    var file = folder.resolve("runs.db").toString();
    try (var server = TestServer.on(file, Map.of(Setting.CLAIM_TIME, "1", Setting.POLL, "50"))) {
      assertThat(server.get("/health/ready").at("/claims").asBoolean()).isTrue();

      // The beats are written elsewhere, and go on.
      write(file, "ALTER TABLE workflow_run RENAME TO gone");

      var unfit =
          server.awaitAnswer(
              "/health/ready", answer -> !answer.at("/claims").asBoolean() && beats(answer));
      assertThat(unfit.status()).isEqualTo(503);
      assertThat(unfit.at("/ready").asBoolean()).isFalse();

      write(file, "ALTER TABLE gone RENAME TO workflow_run");

      server.awaitAnswer("/health/ready", answer -> answer.status() == 200);
    }
  }

  private static boolean beats(TestServer.Answer answer) {
    return answer.at("/lease").asBoolean() && answer.at("/store").asBoolean();
  }

  private static void write(String file, String sql) throws SQLException {
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        var statement = connection.createStatement()) {
      statement.execute("PRAGMA busy_timeout = 10000");
      statement.execute(sql);
    }
  }
}
