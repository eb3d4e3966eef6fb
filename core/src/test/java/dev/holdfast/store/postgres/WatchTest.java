package dev.holdfast.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.store.Header;
import dev.holdfast.store.NodeLease;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;

/** Hints from other processes, and the death of nodes. */
class WatchTest {

  private static final Duration LEASE = Duration.ofSeconds(30);

  private static final String KILL_HOLDER_OF_LOCK =
      """
      select pg_terminate_backend(l.pid) from pg_locks l join pg_database d on d.oid = l.database
      where l.locktype = 'advisory' and d.datname = current_database()\
      """;

  private final String url = SharedPostgres.createDatabase();

  @Test
  void a_due_run_is_announced_to_other_processes() throws Exception {
    try (var here = open();
        var there = open()) {
      var heard = new CountDownLatch(1);
      there.onHint(heard::countDown);

      here.commit(List.of(Runs.due(Runs.id())));

      assertThat(heard.await(10, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void entries_are_not_announced_but_pokes_are() throws Exception {
    try (var store = open();
        var ear = SharedPostgres.connect(url);
        var statement = ear.createStatement()) {
      var run = Runs.id();
      store.commit(List.of(Runs.leased(run, "node-1")));
      statement.execute("listen holdfast");

      store.commit(List.of(Runs.entry(run, 2)));
      store.commit(List.of(Runs.entry(run, 3)));
      store.commit(List.of(Runs.poke(run, 4)));

      assertThat(ear.unwrap(PGConnection.class).getNotifications(10_000)).hasSize(1);
      assertThat(SharedPostgres.select(url, "select poked from workflow.workflow_run"))
          .isEqualTo("t");
    }
  }

  @Test
  void many_commits_are_announced_by_few_hints_and_the_last_by_one_too() throws Exception {
    try (var store = open();
        var ear = SharedPostgres.connect(url);
        var statement = ear.createStatement()) {
      statement.execute("listen holdfast");
      long began = System.nanoTime();

      for (int i = 0; i < 200; i++) {
        store.commit(List.of(Runs.due(Runs.id())));
      }

      long milliseconds = (System.nanoTime() - began) / 1_000_000;
      var heard = ear.unwrap(PGConnection.class).getNotifications(10_000);
      assertThat(heard).hasSizeBetween(1, (int) (milliseconds / 50) + 2);
      var after = ear.unwrap(PGConnection.class).getNotifications(10_000);
      assertThat(heard.length + after.length).isGreaterThan(1);
    }
  }

  @Test
  void a_process_that_died_is_noticed_long_before_its_lease_is_over() throws Exception {
    var dying = open();
    try (var heir = open()) {
      assertThat(dying.heartbeat("dying", LEASE)).isTrue();
      assertThat(heir.heartbeat("heir", LEASE)).isTrue();
      var run = Runs.id();
      dying.commit(List.of(Runs.leased(run, "dying")));
      assertThat(heir.claim(Runs.claim("heir", 10)).runs()).isEmpty();
      var noticed = new CountDownLatch(1);
      heir.onHint(noticed::countDown);
      long began = System.nanoTime();

      // Closing gives up no lease; to the server it looks like the end of the process.
      dying.close();

      // A few seconds, and up to ten more when the server itself has only just started.
      assertThat(noticed.await(20, TimeUnit.SECONDS)).isTrue();
      assertThat(Duration.ofNanos(System.nanoTime() - began))
          .isBetween(Duration.ofSeconds(2), LEASE.minusSeconds(10));
      assertThat(heir.claim(Runs.claim("heir", 10)).runs())
          .extracting(Header::id)
          .containsExactly(run);
      assertThat(live(heir)).containsExactly("heir");
    } finally {
      dying.close();
    }
  }

  @Test
  void a_node_that_leaves_says_so() throws Exception {
    try (var leaving = open();
        var staying = open()) {
      leaving.heartbeat("leaving", LEASE);
      var heard = new CountDownLatch(1);
      staying.onHint(heard::countDown);

      leaving.leave("leaving");

      assertThat(heard.await(10, TimeUnit.SECONDS)).isTrue();
      assertThat(live(staying)).isEmpty();
    }
  }

  @Test
  void a_lost_connection_is_made_again_before_anybody_gives_the_node_up() throws Exception {
    try (var node = open();
        var other = open()) {
      assertThat(node.heartbeat("node", LEASE)).isTrue();
      assertThat(other.heartbeat("other", LEASE)).isTrue();
      var again = new CountDownLatch(1);
      node.onHint(again::countDown);

      SharedPostgres.execute(url, KILL_HOLDER_OF_LOCK);

      assertThat(again.await(2, TimeUnit.SECONDS)).isTrue();
      assertThat(node.heartbeat("node", LEASE)).isTrue();
      assertThat(
              SharedPostgres.select(
                  url, "select count(*) from workflow.node where session_lock is not null"))
          .isEqualTo("2");
      assertThat(live(other)).containsExactlyInAnyOrder("node", "other");
    }
  }

  @Test
  void only_its_lease_ends_a_node_that_holds_no_lock() throws SQLException {
    try (var store = open();
        var connection = SharedPostgres.connect(url)) {
      SharedPostgres.execute(
          url, "insert into workflow.node values ('mute', now(), now() + interval '1 hour', null)");
      store.heartbeat("node", LEASE);

      try (var query = new Query(connection, Sql.load("look.sql"))) {
        query.time("now", null).texts("own", new String[] {"node"});
        try (var rows = query.rows()) {
          assertThat(rows.next()).isTrue();
          assertThat(rows.getString("id")).isEqualTo("mute");
          assertThat(rows.getBoolean("locks")).isFalse();
        }
      }
    }
  }

  private PostgresStore open() {
    return PostgresStore.open(url, Options.defaults());
  }

  private static List<String> live(PostgresStore store) {
    return store.nodes().stream().filter(NodeLease::live).map(NodeLease::node).toList();
  }
}
