package dev.holdfast.store.postgres;

import dev.holdfast.store.Store;
import dev.holdfast.store.StoreContract;
import java.time.InstantSource;
import java.util.Optional;

class PostgresStoreTest extends StoreContract {

  private static final String URL = SharedPostgres.createDatabase();

  private Options options = Options.defaults();

  @Override
  protected Store open(InstantSource clock) {
    options = Options.defaults().withClock(clock);
    var store = PostgresStore.open(URL, options);
    SharedPostgres.execute(
        URL,
        """
        drop table if exists ledger;
        truncate workflow.workflow_run, workflow.run_log, workflow.payload,
          workflow.payload_use, workflow.node,
          workflow.workflow, workflow.orders, workflow.secret\
        """);
    return store;
  }

  @Override
  protected Optional<Store> another() {
    return Optional.of(PostgresStore.open(URL, options));
  }
}
