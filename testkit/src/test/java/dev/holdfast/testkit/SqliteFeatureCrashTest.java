package dev.holdfast.testkit;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class SqliteFeatureCrashTest extends FeatureFaultContract {

  @TempDir Path folder;

  @Override
  Bed bed() {
    return new SqliteBed(folder.resolve("crash.db"));
  }
}
