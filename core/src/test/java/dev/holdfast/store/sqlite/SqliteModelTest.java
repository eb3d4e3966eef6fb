package dev.holdfast.store.sqlite;

import dev.holdfast.store.Store;
import dev.holdfast.store.StoreModelContract;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.jspecify.annotations.Nullable;

class SqliteModelTest extends StoreModelContract {

  private static final AtomicInteger OPENED = new AtomicInteger();
  private static @Nullable Path folder;

  @BeforeContainer
  static void createFolder() throws IOException {
    folder = Files.createTempDirectory("holdfast-model");
  }

  @AfterContainer
  static void deleteFolder() throws IOException {
    if (folder != null) {
      try (var files = Files.walk(folder)) {
        files.sorted(Comparator.reverseOrder()).forEach(SqliteModelTest::delete);
      }
    }
  }

  @Override
  protected Store open(InstantSource clock) {
    if (folder == null) {
      throw new IllegalStateException("no folder");
    }
    return SqliteStore.open(folder.resolve(OPENED.incrementAndGet() + ".db"), clock);
  }

  private static void delete(Path path) {
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
