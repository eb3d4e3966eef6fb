package dev.holdfast.store.postgres;

import dev.holdfast.store.Store;
import dev.holdfast.store.StoreModelContract;
import java.time.InstantSource;

class PostgresModelTest extends StoreModelContract {

  private static final String URL = SharedPostgres.createDatabase();

  @Override
  protected Store open(InstantSource clock) {
    var store = PostgresStore.open(URL, Options.defaults().withClock(clock));
    SharedPostgres.execute(
        URL,
        "truncate workflow.workflow_run, workflow.run_log, workflow.payload, workflow.payload_use,"
            + " workflow.node");
    return store;
  }
}
