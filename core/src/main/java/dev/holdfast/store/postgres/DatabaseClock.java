package dev.holdfast.store.postgres;

import dev.holdfast.store.Micros;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** The database's time, without asking it: this machine's time and a measured difference. */
final class DatabaseClock {

  private final InstantSource here = InstantSource.system();
  private final @Nullable InstantSource injected;
  private volatile Duration ahead = Duration.ZERO;

  DatabaseClock(@Nullable InstantSource injected) {
    this.injected = injected;
  }

  Instant now() {
    return Micros.truncate(injected == null ? here.instant().plus(ahead) : injected.instant());
  }

  /** What statements use as the time; null when the server shall look at its own clock. */
  @Nullable Instant parameter() {
    return injected == null ? null : injected.instant();
  }

  /** This machine's own time, to measure with. */
  Instant local() {
    return here.instant();
  }

  void measure(Connection connection) throws SQLException {
    try (var statement = connection.createStatement()) {
      var sent = local();
      try (var rows = statement.executeQuery("select clock_timestamp()")) {
        rows.next();
        observe(sent, local(), HeaderRow.presentTime(rows, 1));
      }
    }
  }

  /**
   * Learns from an answer that the server stamped. It was stamped somewhere between the two
   * moments: in their middle, give or take half of the time between. A measure that agrees with
   * what is believed already changes nothing, so that the time does not tremble.
   */
  void observe(Instant sent, Instant received, Instant stamped) {
    var half = Duration.between(sent, received).dividedBy(2);
    var measured = Duration.between(sent.plus(half), stamped);
    var difference = measured.minus(ahead).abs();
    if (difference.compareTo(half) > 0) {
      ahead = measured;
    }
  }
}
