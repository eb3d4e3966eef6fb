package dev.holdfast.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.DriverManager;
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

      try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file);
          var statement = connection.createStatement()) {
        statement.executeUpdate("UPDATE node SET lease_until = 0");
      }

      var unfit = server.get("/health/ready");
      assertThat(unfit.status()).isEqualTo(503);
      assertThat(unfit.at("/store").asBoolean()).isTrue();
      assertThat(unfit.at("/lease").asBoolean()).isFalse();
      assertThat(server.get("/health/live").status()).isEqualTo(200);
    }
  }
}
