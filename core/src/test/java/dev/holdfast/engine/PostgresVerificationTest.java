package dev.holdfast.engine;

import dev.holdfast.store.Store;
import dev.holdfast.store.postgres.Options;
import dev.holdfast.store.postgres.PostgresStore;
import dev.holdfast.store.postgres.SharedPostgres;
import java.util.UUID;

class PostgresVerificationTest extends DamageContract {

  private final String url = SharedPostgres.createDatabase();

  @Override
  Store open() {
    return PostgresStore.open(url, Options.defaults());
  }

  @Override
  void sql(String sql) {
    SharedPostgres.execute(url, "set search_path = workflow; " + sql);
  }

  @Override
  String literal(UUID id) {
    return "'" + id + "'";
  }
}
