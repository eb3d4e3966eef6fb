package dev.holdfast.server.api;

import dev.holdfast.testkit.TestPostgres;

class PostgresFuzzTest extends FuzzContract {

  @Override
  String store() {
    return TestPostgres.createDatabase();
  }
}
