package dev.holdfast.server.graph;

import dev.holdfast.store.sqlite.SqliteStore;
import dev.holdfast.testkit.CrashPoints;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class SqliteGraphCrashTest extends GraphCrashContract {

  @TempDir private Path folder;

  @Override
  CrashPoints open() {
    return new CrashPoints(
        SqliteStore.open(file(), clock),
        clock,
        crashed -> {
          crashed.close();
          return SqliteStore.open(file(), clock);
        });
  }

  @Override
  String url() {
    return "jdbc:sqlite:" + file();
  }

  private Path file() {
    return folder.resolve("crash.db");
  }
}
