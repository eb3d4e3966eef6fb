package dev.holdfast.testkit.kill;

import dev.holdfast.Holdfast;
import dev.holdfast.Stores;
import dev.holdfast.engine.EngineOptions;
import dev.holdfast.engine.LiveRun;
import dev.holdfast.engine.NewRun;
import dev.holdfast.engine.StepCall;
import dev.holdfast.engine.StepPolicy;
import dev.holdfast.log.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * A node that never has enough: it keeps starting runs until somebody puts a file named {@code
 * stop} beside its ledger. What a step returns is the identity under which this node held the run.
 */
public final class ZombieNode {

  static final String WORKFLOW = "zombie";
  static final Duration LEASE = Duration.ofSeconds(1);
  private static final int STEPS = 5;
  private static final long PAUSE_NANOS = 50_000_000;

  private ZombieNode() {}

  /** Arguments: store, folder of the ledgers, number of this node. */
  public static void main(String[] args) throws Exception {
    var folder = Path.of(args[1]);
    int number = Integer.parseInt(args[2]);
    try (var ledger = new LedgerFile(folder, number);
        var holdfast = Holdfast.on(Stores.open(args[0]), options(number))) {
      holdfast.engine().register(WORKFLOW, run -> program(run, ledger));
      holdfast.start();
      ledger.write("ready", "-", holdfast.engine().node());
      for (int i = 0; !Files.exists(folder.resolve("stop")); i++) {
        var key = number + "-" + i;
        ledger.write("ack", holdfast.engine().submit(NewRun.of(WORKFLOW, null, key)), key);
        LockSupport.parkNanos(PAUSE_NANOS);
      }
      ledger.write("stopped", "-", "-");
      while (true) {
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }

  static String name(int number) {
    return "node" + number;
  }

  private static EngineOptions options(int number) {
    return new EngineOptions(
        name(number),
        LEASE,
        10_000,
        Duration.ofSeconds(1),
        Duration.ofMillis(100),
        10_000,
        Duration.ofSeconds(1),
        10_000,
        65_536,
        Duration.ofMillis(200));
  }

  private static Json program(LiveRun run, LedgerFile ledger) {
    var me = String.valueOf(run.replayed().header().state().leasedBy());
    var mark = new Json("\"" + me + "\"");
    for (int i = 1; i <= STEPS; i++) {
      var step = "step" + i;
      StepCall.Work work =
          attempt -> {
            ledger.write("begin", run.id(), step + " " + me);
            LockSupport.parkNanos(1_000_000L * ThreadLocalRandom.current().nextInt(20, 150));
            return mark;
          };
      run.step(new StepCall(step, "step", StepPolicy.ONCE, work));
    }
    StepCall.InTransaction book =
        (attempt, db) -> {
          try (var insert = db.prepareStatement("INSERT INTO effect (run, step) VALUES (?,?)")) {
            insert.setString(1, run.id().toString());
            insert.setString(2, "book");
            insert.executeUpdate();
          }
          LockSupport.parkNanos(1_000_000L * ThreadLocalRandom.current().nextInt(20));
          return mark;
        };
    run.step(new StepCall("book", "transaction", StepPolicy.ONCE, book));
    return mark;
  }
}
