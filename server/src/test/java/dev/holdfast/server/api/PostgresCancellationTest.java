package dev.holdfast.server.api;

import dev.holdfast.testkit.TestPostgres;

class PostgresCancellationTest extends CancellationContract {

  @Override
  String store() {
    return TestPostgres.createDatabase();
  }
}
