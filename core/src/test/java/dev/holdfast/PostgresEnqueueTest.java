package dev.holdfast;

import dev.holdfast.store.postgres.SharedPostgres;

class PostgresEnqueueTest extends EnqueueContract {

  PostgresEnqueueTest() {
    super(SharedPostgres.createDatabase());
  }
}
