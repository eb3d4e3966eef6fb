package dev.holdfast.server.archive;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteCleanUpTest extends CleanUpContract {

  @TempDir Path data;

  @Override
  String url() {
    return data.resolve("runs.db").toString();
  }

  @Test
  void theFileGivesItsSpaceBack() throws Exception {
    for (int i = 0; i < 200; i++) {
      ended("%03d".formatted(i) + "x".repeat(20_000));
    }
    long before = pragma("page_count");
    var later = Instant.now().plus(Duration.ofDays(31));

    var done = new CleanUp(store(), folder, "n1", 30).run(later, () -> false);

    assertThat(done.runs()).isEqualTo(200);
    assertThat(pragma("freelist_count")).isZero();
    assertThat(pragma("page_count")).isLessThan(before / 4);
  }

  private long pragma(String name) throws SQLException {
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + url());
        var statement = connection.createStatement();
        var rows = statement.executeQuery("PRAGMA " + name)) {
      rows.next();
      return rows.getLong(1);
    }
  }
}
