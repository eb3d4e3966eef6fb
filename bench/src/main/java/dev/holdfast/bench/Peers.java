package dev.holdfast.bench;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code holdfast bench peers}. */
@Command(
    name = "peers",
    mixinStandardHelpOptions = true,
    description = {
      "Measures Holdfast beside libraries that do the same, or a part of it, in one run.",
      "",
      "All are used as their guides say, in this process, on databases of one PostgreSQL with fsync"
          + " and synchronous_commit on; Holdfast also on a SQLite file. They take turns, round by"
          + " round. Takes about a minute."
    },
    optionListHeading = "%nOptions:%n")
final class Peers implements Callable<Integer> {

  private static final int IN_FLIGHT = 100;
  private static final int STEPS = 10;
  private static final int RUNS = 300;
  private static final int SHORT_RUNS = 1_000;
  private static final int LONE_STEPS = 300;
  private static final int LONE_RUNS = 200;

  @Option(
      names = "--rounds",
      defaultValue = "3",
      description = "how often each load is repeated after a first one (default: 3)")
  int rounds = 3;

  @Override
  public Integer call() throws Exception {
    try (var postgres = new PostgresTarget();
        var sqlite = new SqliteTarget()) {
      var tables = new ArrayList<PeerFigures>();
      var peers = open(postgres, sqlite);
      try {
        peers.forEach(peer -> tables.add(new PeerFigures(peer.name(), peer.hasSteps())));
        for (int round = 0; round <= rounds; round++) {
          for (int i = 0; i < peers.size(); i++) {
            System.err.printf("round %d of %d: %s ...%n", round, rounds, peers.get(i).name());
            // The first one warms up.
            measure(peers.get(i), round == 0 ? new PeerFigures("", false) : tables.get(i));
          }
        }
      } finally {
        peers.forEach(Peer::close);
      }
      System.out.print(PeerFigures.table(tables));
    }
    return 0;
  }

  private static List<Peer> open(PostgresTarget postgres, SqliteTarget sqlite) throws SQLException {
    return List.of(
        new HoldfastPeer(sqlite),
        new HoldfastPeer(postgres),
        new DbosPeer(postgres.newStore()),
        new DbSchedulerPeer(postgres.newStore()));
  }

  private static void measure(Peer peer, PeerFigures into) throws InterruptedException {
    if (peer.hasSteps()) {
      into.stepsPerSecond(
          RUNS * STEPS / Load.seconds(RUNS, IN_FLIGHT, i -> peer.run(STEPS, new Timings(STEPS))));
      var steps = new Timings(LONE_STEPS);
      peer.run(LONE_STEPS, steps);
      into.step(steps.percentiles());
    }
    into.runsPerSecond(
        SHORT_RUNS / Load.seconds(SHORT_RUNS, IN_FLIGHT, i -> peer.run(1, new Timings(1))));
    var lone = new Timings(LONE_RUNS);
    for (int i = 0; i < LONE_RUNS; i++) {
      lone.time(() -> peer.run(1, new Timings(1)));
    }
    into.run(lone.percentiles());
  }
}
