package dev.holdfast.store.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one connection that is always open: it hears hints, and its session holds a lock that the
 * server frees when this process dies. Other nodes look at each other's locks and so notice a death
 * long before the lease is over.
 */
final class Watch implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Watch.class);

  private static final Sql LOOK = Sql.load("look.sql");
  private static final Sql DECLARE_DEAD = Sql.load("declare-dead.sql");
  private static final Sql NOTIFY = Sql.parse("select pg_notify('" + Hints.CHANNEL + "', :hint)");
  private static final Sql LOCK = Sql.parse("select pg_try_advisory_lock(:key)");

  /** Waiting for hints costs the server nothing; between two waits there is time for the rest. */
  private static final Duration WAIT = Duration.ofMillis(250);

  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

  /** A lock must be free for this long; time enough for its owner to connect again. */
  private static final Duration SUSPECT_FOR = Duration.ofSeconds(2);

  /** When this connection had to be made again, others may have to as well; they get so long. */
  private static final Duration GRACE = Duration.ofSeconds(10);

  /** Keeps the connection from being dropped unnoticed by whatever is between, and proves it. */
  private static final Duration PING_EVERY = Duration.ofSeconds(15);

  private static final Duration BACKOFF_MIN = Duration.ofMillis(50);
  private static final Duration BACKOFF_MAX = Duration.ofSeconds(1);
  private static final Duration START_TIMEOUT = Duration.ofSeconds(2);

  private final Database database;
  private final DatabaseClock clock;
  private final Nodes nodes;
  private final Hints hints;
  private final long key = ThreadLocalRandom.current().nextLong();
  private final Thread thread;
  private final CountDownLatch started = new CountDownLatch(1);
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Map<String, Suspicion> suspicions = new HashMap<>();

  private volatile @Nullable Connection connection;
  private volatile boolean held;
  private long looked;
  private long judgeFrom = System.nanoTime();
  private long pinged;

  /**
   * A node whose lock was free.
   *
   * @param leaseUntil changes with every heartbeat, which would prove the suspicion wrong
   * @param since by the monotonic clock
   */
  private record Suspicion(long leaseUntil, long since) {}

  Watch(Database database, DatabaseClock clock, Nodes nodes, Hints hints) {
    this.database = database;
    this.clock = clock;
    this.nodes = nodes;
    this.hints = hints;
    this.thread = Thread.ofPlatform().daemon().name("holdfast-postgres-watch").unstarted(this::run);
  }

  /**
   * Starts, and waits a moment for the connection so that the first heartbeat can name its lock.
   */
  void start() {
    thread.start();
    try {
      if (!started.await(START_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.warn("Not listening to PostgreSQL yet; still trying");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The lock that tells others that this process lives; null while it is not held. */
  @Nullable Long sessionLock() {
    return held ? key : null;
  }

  @Override
  public void close() {
    closed.countDown();
    abort();
    try {
      thread.join(START_TIMEOUT);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    var backoff = BACKOFF_MIN;
    while (!isClosed()) {
      try (var fresh = database.open()) {
        connection = fresh;
        attach(fresh);
        backoff = BACKOFF_MIN;
        while (!isClosed()) {
          attend(fresh);
        }
      } catch (SQLException | RuntimeException e) {
        lost(e, backoff);
      }
      held = false;
      connection = null;
      pause(backoff);
      var longer = backoff.multipliedBy(2);
      backoff = longer.compareTo(BACKOFF_MAX) > 0 ? BACKOFF_MAX : longer;
    }
  }

  /** An outage is told once, not with every attempt to end it. */
  private void lost(Exception e, Duration backoff) {
    if (!isClosed() && backoff.equals(BACKOFF_MIN)) {
      LOG.warn("Lost the connection that listens to PostgreSQL, will reconnect: {}", e.toString());
    } else {
      LOG.debug("Not listening to PostgreSQL", e);
    }
  }

  private void attach(Connection fresh) throws SQLException {
    try (var statement = fresh.createStatement()) {
      database.count();
      statement.execute("listen " + Hints.CHANNEL);
    }
    lock(fresh);
    suspicions.clear();
    boolean again = started.getCount() == 0;
    started.countDown();
    if (again) {
      LOG.info("Listening to PostgreSQL again");
      judgeFrom = System.nanoTime() + GRACE.toNanos();
      // Whatever was said while nobody listened is lost.
      hints.deliver();
    }
  }

  /** One round: hear, look around, say what is owed, show life. */
  private void attend(Connection connection) throws SQLException {
    PGNotification[] heard =
        connection.unwrap(PGConnection.class).getNotifications((int) WAIT.toMillis());
    if (heard != null) {
      hear(heard);
    }
    if (nodes.others() && since(looked).compareTo(LOOK_EVERY) >= 0) {
      look(connection);
    }
    var owed = hints.owed();
    if (owed != null) {
      notifyOthers(connection, owed);
    }
    if (since(pinged).compareTo(PING_EVERY) >= 0) {
      ping(connection);
    }
  }

  private void hear(PGNotification[] heard) {
    for (var notification : heard) {
      if (!hints.sender().equals(notification.getParameter())) {
        // Somebody else is there; the next look finds out whether it is a node.
        nodes.others(true);
        hints.deliver();
        return;
      }
    }
  }

  private void lock(Connection connection) throws SQLException {
    pinged = System.nanoTime();
    database.count();
    try (var query = new Query(connection, LOCK).number("key", key);
        var rows = query.rows()) {
      // Not to be had while the server still believes in the connection that was lost. Then that
      // one
      // shows others that this process lives, and the next ping tries again.
      held = rows.next() && rows.getBoolean(1);
    }
  }

  private void ping(Connection connection) throws SQLException {
    if (!held) {
      lock(connection);
      return;
    }
    pinged = System.nanoTime();
    database.count();
    try (var statement = connection.createStatement()) {
      statement.execute("select 1");
    }
  }

  private void notifyOthers(Connection connection, String hint) throws SQLException {
    database.count();
    try (var query = new Query(connection, NOTIFY).text("hint", hint);
        var rows = query.rows()) {
      rows.next();
    }
  }

  private void look(Connection connection) throws SQLException {
    looked = System.nanoTime();
    pinged = looked;
    database.count();
    Map<String, Long> deserted = new HashMap<>();
    boolean others = false;
    try (var query = new Query(connection, LOOK)) {
      query.time("now", clock.parameter()).texts("own", nodes.own());
      try (var rows = query.rows()) {
        while (rows.next()) {
          others = true;
          if (rows.getBoolean("locks") && !rows.getBoolean("held")) {
            deserted.put(rows.getString("id"), rows.getLong("lease_until"));
          }
        }
      }
    }
    nodes.others(others);
    if (looked - judgeFrom >= 0) {
      judge(connection, deserted);
    }
  }

  private void judge(Connection connection, Map<String, Long> deserted) throws SQLException {
    suspicions.keySet().retainAll(deserted.keySet());
    for (var each : deserted.entrySet()) {
      var suspicion = suspicions.get(each.getKey());
      if (suspicion == null || suspicion.leaseUntil() != each.getValue()) {
        suspicions.put(each.getKey(), new Suspicion(each.getValue(), looked));
      } else if (looked - suspicion.since() >= SUSPECT_FOR.toNanos()) {
        declareDead(connection, each.getKey(), suspicion);
      }
    }
  }

  private void declareDead(Connection connection, String node, Suspicion suspicion)
      throws SQLException {
    database.count();
    try (var query = new Query(connection, DECLARE_DEAD)) {
      query.time("now", clock.parameter()).text("node", node);
      if (query.number("lease_until", suspicion.leaseUntil()).update() == 1) {
        LOG.info("Node {} is dead: its session is gone. Its runs can be claimed.", node);
        hints.deliver();
      }
    }
    suspicions.remove(node);
  }

  private void abort() {
    var open = connection;
    if (open != null) {
      try {
        open.abort(Runnable::run);
      } catch (SQLException e) {
        LOG.debug("Could not abort the connection that listens", e);
      }
    }
  }

  private boolean isClosed() {
    return closed.getCount() == 0;
  }

  private void pause(Duration duration) {
    try {
      if (closed.await(duration.toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.debug("The watch ends");
      }
    } catch (InterruptedException e) {
      // Nobody interrupts this thread but to end it with the process.
      closed.countDown();
    }
  }

  private static Duration since(long nanoTime) {
    return Duration.ofNanos(System.nanoTime() - nanoTime);
  }
}
