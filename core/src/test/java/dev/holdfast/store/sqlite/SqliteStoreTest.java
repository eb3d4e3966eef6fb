package dev.holdfast.store.sqlite;

import dev.holdfast.store.Store;
import dev.holdfast.store.StoreContract;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;

class SqliteStoreTest extends StoreContract {

  @TempDir
  @SuppressWarnings("NullAway") // JUnit sets it before it calls anything here.
  Path folder;

  @Override
  protected Store open(InstantSource clock) {
    return SqliteStore.open(folder.resolve("test.db"), clock);
  }

  /** One process owns the file. */
  @Override
  protected Optional<Store> another() {
    return Optional.empty();
  }
}
