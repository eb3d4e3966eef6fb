package dev.holdfast.server.graph;

import dev.holdfast.store.postgres.Options;
import dev.holdfast.store.postgres.PostgresStore;
import dev.holdfast.testkit.CrashPoints;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.DriverManager;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class PostgresGraphCrashTest extends GraphCrashContract {

  private static final AtomicInteger DATABASES = new AtomicInteger();
  private static EmbeddedPostgres server;

  private String url = "";

  @BeforeAll
  static void start() throws IOException {
    server =
        EmbeddedPostgres.builder()
            .setServerConfig("fsync", "on")
            .setServerConfig("synchronous_commit", "on")
            .start();
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
  }

  @Override
  CrashPoints open() throws Exception {
    var name = "graph_" + DATABASES.incrementAndGet();
    try (var admin = DriverManager.getConnection(server.getJdbcUrl("postgres", "postgres"));
        var statement = admin.createStatement()) {
      statement.execute("create database " + name);
    }
    url = server.getJdbcUrl("postgres", name);
    return new CrashPoints(PostgresStore.open(url, Options.defaults().withClock(clock)), clock);
  }

  @Override
  String url() {
    return url;
  }
}
