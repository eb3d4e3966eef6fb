package dev.holdfast.store.postgres;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One real server for all tests of this JVM, as durable as a real one; a database for each asker.
 */
public final class SharedPostgres {

  private static final AtomicInteger DATABASES = new AtomicInteger();

  private SharedPostgres() {}

  /** Started by the first who asks, stopped with the JVM. */
  private static final class Server {
    static final EmbeddedPostgres POSTGRES = start();

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
    try (var connection = connect(url);
        var statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  /** What the one column of the one row says. */
  public static String select(String url, String sql) {
    try (var connection = connect(url);
        var statement = connection.createStatement();
        var rows = statement.executeQuery(sql)) {
      rows.next();
      return String.valueOf(rows.getString(1));
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  public static Connection connect(String url) throws SQLException {
    return DriverManager.getConnection(url);
  }

  private static String url(String database) {
    return Server.POSTGRES.getJdbcUrl("postgres", database);
  }
}
