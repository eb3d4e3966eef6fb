package dev.holdfast.store.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Refuses a server on which an answered commit could be lost. */
final class ServerCheck {

  private static final Logger LOG = LoggerFactory.getLogger(ServerCheck.class);

  private static final int VERSION_MIN = 14;

  /**
   * Levels at which a commit is answered before it is on stable storage everywhere it should be.
   */
  private static final Set<String> UNSAFE_COMMITS = Set.of("off", "local");

  private static final String SETTINGS =
      """
      select current_setting('server_version_num')::integer / 10000,
             current_setting('fsync'),
             current_setting('synchronous_commit'),
             current_setting('full_page_writes'),
             pg_is_in_recovery()\
      """;

  private ServerCheck() {}

  static void run(Connection connection) throws SQLException {
    try (var statement = connection.createStatement();
        var rows = statement.executeQuery(SETTINGS)) {
      rows.next();
      refuseIf(
          rows.getInt(1) < VERSION_MIN,
          "PostgreSQL %d is too old: Holdfast needs %d or newer."
              .formatted(rows.getInt(1), VERSION_MIN));
      refuseIf(
          rows.getBoolean(5),
          "This PostgreSQL server is a standby and cannot be written to. Point Holdfast at the"
              + " primary, or list all hosts in the URL and add targetServerType=primary.");
      refuseIf(
          rows.getString(2).equals("off"),
          "PostgreSQL runs with fsync = off: a power loss would take back what was acknowledged, or"
              + " destroy the database. Set fsync = on in postgresql.conf and restart the server.");
      refuseIf(
          UNSAFE_COMMITS.contains(rows.getString(3)),
          "PostgreSQL runs with synchronous_commit = %s: a crash would take back what was"
                  .formatted(rows.getString(3))
              + " acknowledged. Set synchronous_commit = on in postgresql.conf, or for Holdfast's"
              + " user with ALTER ROLE ... SET synchronous_commit = on.");
      if (rows.getString(4).equals("off")) {
        LOG.warn(
            "PostgreSQL runs with full_page_writes = off: a power loss can damage tables unless the"
                + " file system never tears a page.");
      }
    }
  }

  private static void refuseIf(boolean broken, String message) {
    if (broken) {
      throw new IllegalStateException(message);
    }
  }
}
