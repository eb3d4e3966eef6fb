package dev.holdfast.testkit;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class SqliteCrashPointsTest extends CrashPointsContract {

  @TempDir Path folder;

  private int files;

  @Override
  Bed bed() {
    return new SqliteBed(folder.resolve("crash-%d.db".formatted(++files)));
  }
}
