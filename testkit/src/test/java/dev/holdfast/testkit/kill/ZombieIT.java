package dev.holdfast.testkit.kill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Stores;
import dev.holdfast.log.Event;
import dev.holdfast.store.NodeLease;
import dev.holdfast.store.RunQuery;
import dev.holdfast.store.RunStatus;
import dev.holdfast.store.Store;
import dev.holdfast.testkit.Await;
import dev.holdfast.testkit.JdbcEffects;
import dev.holdfast.testkit.RunCheck;
import dev.holdfast.testkit.TestPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Two processes on PostgreSQL. One of them is frozen past its lease, the other takes its runs, then
 * the first is thawed and tries to go on: nothing it writes for those runs is accepted.
 */
class ZombieIT {

  private static final Logger LOG = LoggerFactory.getLogger("dev.holdfast.cases");
  private static final int ROUNDS = 50;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir Path folder;

  private final String url = TestPostgres.createDatabase();
  private final List<String> violations = new ArrayList<>();
  private int takenOver;

  @Test
  void a_thawed_node_writes_nothing_for_runs_that_were_taken_over() throws Exception {
    JdbcEffects.create(url);
    try (var store = Stores.open(url);
        var one = start(1);
        var two = start(2)) {
      var children = List.of(one, two);
      for (int round = 0; round < ROUNDS; round++) {
        freezeAndThaw(store, round, children);
      }
      Files.createFile(folder.resolve("stop"));
      Await.until("every run has ended", PATIENCE, () -> store.find(open(null)).isEmpty());
      settle(store);
      assertThat(children).allSatisfy(node -> assertThat(node.isAlive()).as(node::output).isTrue());
    }
  }

  private void freezeAndThaw(Store store, int round, List<Child> children) {
    int number = 1 + round % 2;
    var child = children.get(round % 2);
    var other = children.get((round + 1) % 2);
    Await.until(
        "node has runs",
        PATIENCE,
        () -> {
          assertThat(child.isAlive()).as(child::output).isTrue();
          return holdsRuns(store, number).isPresent();
        });
    var identity = holdsRuns(store, number).orElse("");
    child.freeze();
    try {
      Await.until(
          "the runs of " + identity + " are taken",
          PATIENCE,
          () -> {
            assertThat(other.isAlive()).as(other::output).isTrue();
            return store.find(open(identity)).isEmpty();
          });
    } catch (AssertionError e) {
      throw new AssertionError(e.getMessage() + "\n" + scene(store, other), e);
    } finally {
      child.thaw();
    }
  }

  /** What there is to see while a node does not take what it should. */
  private String scene(Store store, Child taker) {
    return String.join(
        "\n",
        "nodes: " + store.nodes(),
        "runs: " + store.find(RunQuery.all(20).statuses(Set.of(RunStatus.LEASED))),
        "database: " + sessions(),
        "taker: " + taker.output(),
        taker.threads());
  }

  private List<String> sessions() {
    List<String> sessions = new ArrayList<>();
    try (var connection = DriverManager.getConnection(url);
        var statement = connection.createStatement();
        var rows =
            statement.executeQuery(
                """
                select format('%s %s %s/%s since %s, blocked by %s: %s', pid, state,
                  wait_event_type, wait_event, now() - state_change, pg_blocking_pids(pid), query)
                from pg_stat_activity where datname = current_database()
                """)) {
      while (rows.next()) {
        sessions.add(rows.getString(1));
      }
    } catch (SQLException e) {
      sessions.add(e.toString());
    }
    return sessions;
  }

  /** The identity of the node, provided that it is alive and has something to lose. */
  private static Optional<String> holdsRuns(Store store, int number) {
    return store.nodes().stream()
        .filter(NodeLease::live)
        .map(NodeLease::node)
        .filter(node -> node.startsWith(ZombieNode.name(number) + "-"))
        .filter(node -> !store.find(open(node)).isEmpty())
        .findFirst();
  }

  private static RunQuery open(@Nullable String node) {
    var statuses =
        node == null ? Set.of(RunStatus.PENDING, RunStatus.LEASED) : Set.of(RunStatus.LEASED);
    return new RunQuery(statuses, null, null, node, null, 1);
  }

  private void settle(Store store) throws IOException {
    var effects = JdbcEffects.read(url);
    var runs = RunCheck.runs(store);
    violations.addAll(RunCheck.violations(store));
    for (var run : runs) {
      onlyTheOwnerWrites(store, run);
      if (store.header(run).orElseThrow().state().status() != RunStatus.SUCCEEDED) {
        violations.add("run " + run + " did not succeed");
      }
      if (effects.getOrDefault(run + " book", 0) != 1) {
        violations.add("run " + run + " has not exactly one effect");
      }
    }
    long lost =
        LedgerFile.readAll(folder, 2).stream()
            .filter(line -> line.kind().equals("ack"))
            .filter(line -> store.header(UUID.fromString(line.run())).isEmpty())
            .count();
    LOG.info("ZombieIT: {} rounds, {} runs, {} taken over", ROUNDS, runs.size(), takenOver);
    assertThat(violations).isEmpty();
    assertThat(lost).isZero();
    assertThat(takenOver).isGreaterThanOrEqualTo(ROUNDS);
  }

  /** Results carry the identity that wrote them, and the log says whose run it was then. */
  private void onlyTheOwnerWrites(Store store, UUID run) {
    var owner = "nobody";
    for (var event : RunCheck.events(store, run)) {
      if (event instanceof Event.RunClaimed claim) {
        takenOver += owner.equals("nobody") ? 0 : 1;
        owner = claim.node();
      }
      var writer =
          switch (event) {
            case Event.StepCompleted done -> done.output().text();
            case Event.RunCompleted end -> end.result().text();
            default -> owner;
          };
      if (!writer.contains(owner)) {
        violations.add("run %s belonged to %s at %s".formatted(run, owner, event));
      }
    }
  }

  private Child start(int number) {
    var output = folder.resolve("out-" + number);
    return Child.start(
        ZombieNode.class, output, List.of(), url, folder.toString(), String.valueOf(number));
  }
}
