package dev.holdfast.testkit.fault;

import dev.holdfast.Holdfast;
import dev.holdfast.Stores;
import dev.holdfast.engine.EngineOptions;
import dev.holdfast.testkit.JdbcEffects;
import dev.holdfast.testkit.TestPostgres;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** Connections die at any moment, in the middle of a commit too. */
class CutConnectionsIT {

  private static final int CUTS = 60;

  private final String url = TestPostgres.createDatabase();

  @Test
  void work_goes_on_while_connections_are_cut() {
    JdbcEffects.create(url);
    try (var store = Stores.open(url);
        var load = new Load(Holdfast.on(Stores.open(url), EngineOptions.defaults()), 10)) {
      load.awaitProgress(20);

      for (int i = 0; i < CUTS; i++) {
        TestPostgres.execute(
            url,
            "select pg_terminate_backend(pid) from pg_stat_activity"
                + " where datname = current_database() and pid <> pg_backend_pid()");
        LockSupport.parkNanos(1_000_000L * ThreadLocalRandom.current().nextInt(100));
      }

      load.awaitProgress(20);
      load.finish(store);
      load.check(store, JdbcEffects.read(url));
    }
  }
}
