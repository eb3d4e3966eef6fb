package dev.holdfast.store.postgres;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.holdfast.store.StoreException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Connections, and what may be said of a call when one fails. Two pools: the engine's statements
 * must never wait for a user's long transaction, nor a user's statements be planned by the rules
 * that suit the engine's.
 */
final class Database implements AutoCloseable {

  private static final int ATTEMPTS_MAX = 4;
  private static final Duration LOCK_TIMEOUT = Duration.ofSeconds(10);

  /** A process that freezes between two statements of a commit must not hold its runs for long. */
  private static final Duration ENGINE_IDLE_TIMEOUT = Duration.ofSeconds(5);

  /** How long after the server should have given up a statement the socket is given up, too. */
  private static final Duration SOCKET_GRACE = Duration.ofSeconds(10);

  private static final Duration IDLE_TIMEOUT = Duration.ofMinutes(2);

  /** What readers leave to commits, claims and heartbeats. */
  private static final int RESERVED = PostgresStore.LANES + 2;

  private final String url;
  private final Options options;
  private final HikariDataSource engine;
  private final HikariDataSource transactions;
  private final Semaphore readers;
  private final LongAdder statements = new LongAdder();

  Database(String url, Options options) {
    this.url = url;
    this.options = options;
    this.readers = new Semaphore(options.connections() - RESERVED, true);
    this.engine = engine();
    this.transactions = transactions();
  }

  /** One statement, on a connection that commits each. */
  interface Call<T extends @Nullable Object> {
    T run(Connection connection) throws SQLException;
  }

  /** Runs a statement that changes nothing: whatever goes wrong, it can be repeated. */
  <T extends @Nullable Object> T read(Call<T> call) {
    admitReader();
    try (var connection = engine.getConnection()) {
      count();
      return call.run(connection);
    } catch (SQLException e) {
      throw Failures.ofRead(e);
    } finally {
      readers.release();
    }
  }

  /**
   * Runs one statement that is a transaction of its own. Deadlocks and the like are repeated: the
   * server has said that nothing happened.
   */
  <T extends @Nullable Object> T write(Call<T> call) {
    for (int attempt = 1; ; attempt++) {
      try (var connection = connect(engine)) {
        return write(connection, call);
      } catch (SQLException e) {
        if (!Failures.worthRepeating(e) || attempt == ATTEMPTS_MAX) {
          throw Failures.ofWrite(e);
        }
      }
    }
  }

  /** A connection for a transactional step. The caller ends the transaction and closes it. */
  Connection transaction() {
    return connect(transactions);
  }

  /** Forgets a connection that is of no more use, so that nobody is given it again. */
  void discard(Connection connection) {
    transactions.evictConnection(connection);
  }

  /** A connection outside the pools, for as long as the caller likes. */
  Connection open() throws SQLException {
    return open(url, options);
  }

  static Connection open(String url, Options options) throws SQLException {
    return DriverManager.getConnection(url, properties(options, options.statementTimeout()));
  }

  /** One statement more was sent. */
  void count() {
    statements.increment();
  }

  long statements() {
    return statements.sum();
  }

  @Override
  public void close() {
    engine.close();
    transactions.close();
  }

  private <T extends @Nullable Object> T write(Connection connection, Call<T> call)
      throws SQLException {
    try {
      count();
      return call.run(connection);
    } catch (SQLException e) {
      if (Failures.readOnly(e)) {
        // This server is no longer the primary; the next connection may find the new one.
        engine.evictConnection(connection);
      }
      throw e;
    }
  }

  private static Connection connect(HikariDataSource pool) {
    try {
      return pool.getConnection();
    } catch (SQLException e) {
      throw Failures.ofConnect(e);
    }
  }

  /** Thousands of runs may want to read at once; they must not keep a heartbeat waiting. */
  private void admitReader() {
    try {
      if (!readers.tryAcquire(options.connectTimeout().toMillis(), TimeUnit.MILLISECONDS)) {
        throw new StoreException.Unavailable(
            "no connection to PostgreSQL became free within " + options.connectTimeout(),
            new SQLException("too many readers at once"));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreException.Unavailable("interrupted while waiting for a connection", e);
    }
  }

  private HikariDataSource engine() {
    var config = pool("holdfast", options.connections(), options.statementTimeout());
    config.setMinimumIdle(PostgresStore.LANES + 1);
    config.setConnectionInitSql(
        ("set statement_timeout = %d; set lock_timeout = %d;"
                + " set idle_in_transaction_session_timeout = %d; set plan_cache_mode = %s; %s")
            .formatted(
                options.statementTimeout().toMillis(),
                LOCK_TIMEOUT.toMillis(),
                ENGINE_IDLE_TIMEOUT.toMillis(),
                "force_generic_plan",
                planByIndex("session")));
    return new HikariDataSource(config);
  }

  private HikariDataSource transactions() {
    var config =
        pool("holdfast-transactions", options.transactions(), options.transactionTimeout());
    config.setMinimumIdle(0);
    config.setAutoCommit(false);
    config.setConnectionInitSql(
        "set statement_timeout = %1$d; set idle_in_transaction_session_timeout = %1$d"
            .formatted(options.transactionTimeout().toMillis()));
    return new HikariDataSource(config);
  }

  private HikariConfig pool(String name, int size, Duration statementTimeout) {
    var config = new HikariConfig();
    config.setPoolName(name);
    config.setJdbcUrl(url);
    config.setDataSourceProperties(properties(options, statementTimeout));
    config.setMaximumPoolSize(size);
    config.setConnectionTimeout(options.connectTimeout().toMillis());
    config.setValidationTimeout(Math.min(5_000, options.connectTimeout().toMillis()));
    config.setIdleTimeout(IDLE_TIMEOUT.toMillis());
    config.setInitializationFailTimeout(-1);
    // Also because the pool would otherwise ask its first connection for the default and, should
    // that
    // connection break in this moment, be of no use for ever after.
    config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
    return config;
  }

  /**
   * Time-outs are the server's where it has one, because the driver's own would cancel a commit
   * that waits for a standby, and so turn a promise into a warning. The socket's comes later, for a
   * server that is gone.
   */
  private static Properties properties(Options options, Duration statementTimeout) {
    var properties = new Properties();
    properties.setProperty("ApplicationName", "holdfast");
    properties.setProperty("connectTimeout", seconds(options.connectTimeout()));
    properties.setProperty("loginTimeout", seconds(options.connectTimeout()));
    properties.setProperty("socketTimeout", seconds(statementTimeout.plus(SOCKET_GRACE)));
    properties.setProperty("tcpKeepAlive", "true");
    properties.setProperty("prepareThreshold", "2");
    return properties;
  }

  /**
   * Every statement of ours finds its rows by an index, in the order of that index. Left to itself
   * the planner would read or sort whole tables while they are small, and keep that plan while they
   * grow. Compiling a plan to machine code takes longer than any of them runs.
   */
  static String planByIndex(String scope) {
    return Stream.of(
            "enable_seqscan",
            "enable_bitmapscan",
            "enable_material",
            "enable_hashjoin",
            "enable_mergejoin",
            "enable_sort",
            "enable_incremental_sort",
            "jit")
        .map(setting -> "set %s %s = off".formatted(scope, setting))
        .collect(Collectors.joining("; "));
  }

  private static String seconds(Duration duration) {
    return String.valueOf(Math.max(1, duration.toSeconds()));
  }
}
