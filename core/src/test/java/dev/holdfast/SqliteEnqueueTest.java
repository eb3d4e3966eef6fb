package dev.holdfast;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class SqliteEnqueueTest extends EnqueueContract {

  SqliteEnqueueTest(@TempDir Path folder) {
    super("jdbc:sqlite:" + folder.resolve("test.db"));
  }
}
