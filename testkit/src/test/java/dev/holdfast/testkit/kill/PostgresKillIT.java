package dev.holdfast.testkit.kill;

import dev.holdfast.testkit.JdbcEffects;
import dev.holdfast.testkit.TestPostgres;
import java.time.Duration;

class PostgresKillIT extends KillContract {

  private final String url = TestPostgres.createDatabase();

  @Override
  String place() {
    JdbcEffects.create(url);
    return url;
  }

  @Override
  String jdbcUrl() {
    return url;
  }

  /** Short, so that a life finds what the one before it left behind before it is killed itself. */
  @Override
  Duration lease() {
    return Duration.ofSeconds(2);
  }

  @Override
  Duration lifeMax() {
    return Duration.ofMillis(3_500);
  }
}
