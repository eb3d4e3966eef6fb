package dev.holdfast.testkit;

import dev.holdfast.store.Store;
import dev.holdfast.store.postgres.Options;
import dev.holdfast.store.postgres.PostgresStore;
import java.util.Map;

/** A database of its own on the server that all tests share. */
final class PostgresBed implements Bed {

  private final FakeClock clock = new FakeClock();
  private final String url = TestPostgres.createDatabase();

  @Override
  public FakeClock clock() {
    return clock;
  }

  @Override
  public Store open() {
    JdbcEffects.create(url);
    return PostgresStore.open(url, Options.defaults().withClock(clock));
  }

  /** The server has not crashed, and its connections are not worth opening again. */
  @Override
  public Store restart(Store crashed) {
    return crashed;
  }

  @Override
  public Map<String, Integer> effects() {
    return JdbcEffects.read(url);
  }

  @Override
  public void close() {}
}
