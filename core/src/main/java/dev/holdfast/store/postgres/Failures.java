package dev.holdfast.store.postgres;

import dev.holdfast.store.StoreException;
import java.sql.SQLException;
import java.util.Set;
import org.postgresql.util.PSQLException;

/**
 * What an error says about the transaction. The rule is short: when the server answered with an
 * error, it rolled back; when it did not answer, nobody can say.
 */
final class Failures {

  private static final String SERIALIZATION = "40001";
  private static final String DEADLOCK = "40P01";
  private static final Set<String> WORTH_REPEATING = Set.of(SERIALIZATION, DEADLOCK);

  /**
   * What no repetition will cure: data that is no JSON, a key too long for an index, nesting too
   * deep.
   */
  private static final Set<String> UNSTORABLE = Set.of("22", "23", "54");

  /** A primary that became a standby, as after a failover. */
  private static final String READ_ONLY = "25006";

  /**
   * Beginnings of the codes that go with the end of a session: connection failures, shutdowns, and
   * the time-outs that close a session instead of failing its statement.
   */
  private static final Set<String> SESSION_ENDS = Set.of("08", "57P0", "25P03", "25P04");

  private Failures() {}

  /** After a statement that writes was handed to the driver. */
  static RuntimeException ofWrite(SQLException e) {
    if (rolledBack(e) && UNSTORABLE.stream().anyMatch(e.getSQLState()::startsWith)) {
      return new IllegalArgumentException("PostgreSQL cannot store this: " + e.getMessage(), e);
    }
    return rolledBack(e)
        ? new StoreException.Unavailable("PostgreSQL refused: " + e.getMessage(), e)
        : new StoreException.Unknown("PostgreSQL did not answer: " + e.getMessage(), e);
  }

  /** After a statement that only reads. */
  static StoreException ofRead(SQLException e) {
    return new StoreException.Unavailable("cannot read from PostgreSQL: " + e.getMessage(), e);
  }

  /** When there was no connection to send anything on. */
  static StoreException ofConnect(SQLException e) {
    return new StoreException.Unavailable("no connection to PostgreSQL: " + e.getMessage(), e);
  }

  /**
   * Whether the server said that the statement, and so its transaction, did not happen. The last
   * words of a session that ends are no such answer: one that is terminated while its commit waits
   * for a standby says so too, and has committed. Such words are told by their code, and by the
   * broken connection that follows them; not by their severity, which is in the server's language.
   */
  static boolean rolledBack(SQLException e) {
    for (SQLException each = e; each != null; each = each.getNextException()) {
      var state = String.valueOf(each.getSQLState());
      boolean answered = each instanceof PSQLException p && p.getServerErrorMessage() != null;
      if (!answered || SESSION_ENDS.stream().anyMatch(state::startsWith)) {
        return false;
      }
    }
    return true;
  }

  static boolean worthRepeating(SQLException e) {
    return rolledBack(e) && WORTH_REPEATING.contains(String.valueOf(e.getSQLState()));
  }

  static boolean readOnly(SQLException e) {
    return READ_ONLY.equals(e.getSQLState());
  }
}
