package dev.holdfast.server.archive;

import dev.holdfast.testkit.TestPostgres;

class PostgresCleanUpTest extends CleanUpContract {

  @Override
  String url() {
    return TestPostgres.createDatabase();
  }
}
