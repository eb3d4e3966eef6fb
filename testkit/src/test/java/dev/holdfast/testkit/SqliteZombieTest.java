package dev.holdfast.testkit;

import dev.holdfast.store.Store;
import dev.holdfast.store.sqlite.SqliteStore;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class SqliteZombieTest extends ZombieContract {

  @TempDir Path folder;

  private int files;

  @Override
  Store open(FakeClock clock) {
    return SqliteStore.open(folder.resolve("zombie-%d.db".formatted(++files)), clock);
  }
}
