package dev.holdfast.store.postgres;

import dev.holdfast.store.NodeLease;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Which nodes are alive, as far as their leases say. */
final class Nodes {

  private static final Sql HEARTBEAT = Sql.load("heartbeat.sql");

  /** With a hint, because what the node held is work for others now. */
  private static final Sql LEAVE =
      Sql.parse(
          """
          with gone as (
            update workflow.node
            set lease_until = least(
              lease_until, coalesce(workflow.at_micros(:now::bigint), clock_timestamp()))
            where id = :node
            returning id
          )
          select pg_notify('holdfast', :hint::text) from gone\
          """);

  private static final Sql ALL =
      Sql.parse(
          """
          select id, started_at, lease_until,
            lease_until > coalesce(workflow.at_micros(:now::bigint), clock_timestamp())
          from workflow.node
          order by started_at, id\
          """);

  /** A process that starts every minute for a year must not leave half a million rows. */
  private static final Sql FORGET =
      Sql.parse(
          """
          delete from workflow.node n
          where n.lease_until
              < coalesce(workflow.at_micros(:now::bigint), clock_timestamp()) - interval '1 day'
            and not exists (
              select from workflow.workflow_run h
              where h.status = 'leased' and h.leased_by = n.id)\
          """);

  private final Database database;
  private final DatabaseClock clock;
  private final Set<String> own = ConcurrentHashMap.newKeySet();
  private volatile boolean others;

  Nodes(Database database, DatabaseClock clock) {
    this.database = database;
    this.clock = clock;
  }

  /** Extends the lease, or begins it; false when it is over. */
  boolean heartbeat(String node, Duration leaseFor, @Nullable Long sessionLock) {
    if (!own.contains(node)) {
      forgetTheLongDead();
    }
    boolean live = database.write(connection -> beat(connection, node, leaseFor, sessionLock));
    if (live) {
      own.add(node);
    }
    return live;
  }

  void leave(String node, String hint) {
    database.write(
        connection -> {
          try (var query = new Query(connection, LEAVE)) {
            query.time("now", clock.parameter()).text("node", node).text("hint", hint);
            try (var rows = query.rows()) {
              return rows.next();
            }
          }
        });
  }

  List<NodeLease> all() {
    return database.read(
        connection -> {
          List<NodeLease> leases = new ArrayList<>();
          try (var query = new Query(connection, ALL).time("now", clock.parameter());
              var rows = query.rows()) {
            while (rows.next()) {
              leases.add(
                  new NodeLease(
                      rows.getString(1),
                      HeaderRow.presentTime(rows, 2),
                      HeaderRow.presentTime(rows, 3),
                      rows.getBoolean(4)));
            }
          }
          return leases;
        });
  }

  /** The nodes of this process. */
  String[] own() {
    return own.toArray(String[]::new);
  }

  /** Whether there were other live nodes when somebody last looked. */
  boolean others() {
    return others;
  }

  void others(boolean seen) {
    others = seen;
  }

  private boolean beat(
      Connection connection, String node, Duration leaseFor, @Nullable Long sessionLock)
      throws SQLException {
    try (var query = new Query(connection, HEARTBEAT)) {
      query.time("now", clock.parameter());
      query.text("node", node);
      // Only the first call may register: the row of a node that slept for days has been deleted.
      query.flag("first", !own.contains(node));
      query.number("lease", leaseFor.toNanos() / 1_000);
      query.number("session_lock", sessionLock);
      var sent = clock.local();
      try (var rows = query.rows()) {
        rows.next();
        clock.observe(sent, clock.local(), HeaderRow.presentTime(rows, 3));
        others = rows.getLong(2) > 0;
        return rows.getBoolean(1);
      }
    }
  }

  private void forgetTheLongDead() {
    database.write(
        connection -> {
          try (var query = new Query(connection, FORGET)) {
            return query.time("now", clock.parameter()).update();
          }
        });
  }
}
