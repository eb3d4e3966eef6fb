package dev.holdfast.bench;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command line of the measurements. */
@Command(
    name = "holdfast bench",
    mixinStandardHelpOptions = true,
    subcommands = {
      HelpCommand.class,
      ServerBench.class,
      Peers.class,
      CommitRate.class,
      Main.Hold.class
    },
    description = {
      "Measures Holdfast and the raw limit of its stores in one run, from nothing: it makes its"
          + " own",
      "SQLite files and starts its own PostgreSQL, and removes both. Takes about three minutes a"
          + " store.",
      "",
      "Figures of different machines, or of a busy one, do not compare; ratios within one run do."
    },
    optionListHeading = "%nOptions:%n",
    commandListHeading = "%nCommands:%n")
public final class Main implements Callable<Integer> {

  enum StoreKind {
    sqlite,
    postgres,
    both;

    List<Supplier<Target>> targets() {
      return switch (this) {
        case sqlite -> List.of(SqliteTarget::new);
        case postgres -> List.of(PostgresTarget::new);
        case both -> List.of(SqliteTarget::new, PostgresTarget::new);
      };
    }
  }

  @Option(
      names = "--store",
      paramLabel = "STORE",
      defaultValue = "both",
      description = "sqlite, postgres or both (default: ${DEFAULT-VALUE})")
  StoreKind store = StoreKind.both;

  @Option(names = "--json", description = "one JSON object per store on standard output, no table")
  boolean json;

  @Option(
      names = "--rounds",
      defaultValue = "5",
      description = "how often each load is repeated; the best round counts (default: 5)")
  int rounds = 5;

  @Option(
      names = "--idle-seconds",
      defaultValue = "60",
      description = "how long the idle node is watched (default: 60)")
  int idleSeconds = 60;

  public static void main(String[] args) {
    System.exit(new CommandLine(new Main()).setUsageHelpAutoWidth(true).execute(args));
  }

  @Override
  public Integer call() throws Exception {
    for (var opening : store.targets()) {
      try (var target = opening.get()) {
        var report = measure(target);
        System.out.println(json ? report.json() : report.table());
      }
    }
    return 0;
  }

  private Report measure(Target target) throws Exception {
    say(target, "raw limit");
    double rawRows = RawTable.rowsPerSecond(target, rounds);
    say(target, "throughput");
    var throughput = Throughput.measure(target, rounds);
    say(target, "latency");
    var latency = Latency.measure(target);
    say(target, "recovery of %,d runs".formatted(Recovery.RUNS));
    double recovery = Recovery.seconds(target);
    say(target, "idle node, %d s".formatted(idleSeconds));
    double idle = Idle.statementsPerMinute(target, Duration.ofSeconds(idleSeconds));
    say(target, "100,000 runs asleep");
    var sleepers = Sleepers.measure(target);
    return new Report(target.name(), rawRows, throughput, latency, recovery, idle, sleepers);
  }

  /** Long work shows progress, but not among the results. */
  private static void say(Target target, String what) {
    System.err.println(target.name() + ": " + what + " ...");
  }

  /** Started by the recovery measurement itself. */
  @Command(name = "hold", hidden = true)
  static final class Hold implements Callable<Integer> {

    @Parameters(index = "0")
    String mode = "";

    @Parameters(index = "1")
    String store = "";

    @Override
    public Integer call() throws InterruptedException {
      Recovery.hold(mode, store);
      return 0;
    }
  }
}
