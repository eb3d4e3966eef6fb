package dev.holdfast.engine;

import dev.holdfast.store.Store;
import dev.holdfast.store.sqlite.SqliteStore;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.UUID;
import org.junit.jupiter.api.io.TempDir;

class SqliteVerificationTest extends DamageContract {

  @TempDir Path folder;

  @Override
  Store open() {
    return SqliteStore.open(folder.resolve("runs.db"), InstantSource.system());
  }

  @Override
  void sql(String sql) {
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("runs.db"));
        var statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  @Override
  String literal(UUID id) {
    return "x'" + id.toString().replace("-", "") + "'";
  }
}
