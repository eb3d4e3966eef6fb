package dev.holdfast.store.postgres;

import java.time.Duration;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * How a node uses its database.
 *
 * @param connections how many connections Holdfast itself uses at most; one more listens
 * @param transactions how many transactional steps run at once; each has a connection of its own
 * @param connectTimeout how long to wait for a connection
 * @param statementTimeout how long one statement of Holdfast may take
 * @param transactionTimeout how long a transactional step may take, or leave its transaction idle
 * @param clock decides leases and due times instead of the database's clock; for tests
 */
public record Options(
    int connections,
    int transactions,
    Duration connectTimeout,
    Duration statementTimeout,
    Duration transactionTimeout,
    @Nullable InstantSource clock) {

  /** Lanes, a claim, a heartbeat and a reader need one each. */
  private static final int CONNECTIONS_MIN = PostgresStore.LANES + 3;

  public Options {
    if (connections < CONNECTIONS_MIN || transactions < 1) {
      throw new IllegalArgumentException(
          "a node needs at least %d connections and 1 for transactional steps"
              .formatted(CONNECTIONS_MIN));
    }
  }

  public static Options defaults() {
    return new Options(
        8, 4, Duration.ofSeconds(10), Duration.ofSeconds(20), Duration.ofMinutes(5), null);
  }

  public Options withClock(InstantSource newClock) {
    return new Options(
        connections, transactions, connectTimeout, statementTimeout, transactionTimeout, newClock);
  }

  public Options withConnections(int newConnections) {
    return new Options(
        newConnections, transactions, connectTimeout, statementTimeout, transactionTimeout, clock);
  }
}
