package dev.holdfast.testkit;

import dev.holdfast.store.Store;
import dev.holdfast.store.sqlite.SqliteStore;
import java.nio.file.Path;
import java.util.Map;

/** One file, closed and opened again after every crash. */
final class SqliteBed implements Bed {

  private final FakeClock clock = new FakeClock();
  private final Path file;

  SqliteBed(Path file) {
    this.file = file;
  }

  @Override
  public FakeClock clock() {
    return clock;
  }

  @Override
  public Store open() {
    var store = SqliteStore.open(file, clock);
    JdbcEffects.create(url());
    return store;
  }

  @Override
  public Store restart(Store crashed) {
    crashed.close();
    return SqliteStore.open(file, clock);
  }

  @Override
  public Map<String, Integer> effects() {
    return JdbcEffects.read(url());
  }

  @Override
  public void close() {}

  private String url() {
    return "jdbc:sqlite:" + file;
  }
}
