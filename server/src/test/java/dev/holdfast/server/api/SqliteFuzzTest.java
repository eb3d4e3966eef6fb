package dev.holdfast.server.api;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class SqliteFuzzTest extends FuzzContract {

  @TempDir Path folder;

  @Override
  String store() {
    return folder.resolve("runs.db").toString();
  }
}
