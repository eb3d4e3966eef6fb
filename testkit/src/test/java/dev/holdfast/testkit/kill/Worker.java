package dev.holdfast.testkit.kill;

import dev.holdfast.Holdfast;
import dev.holdfast.Retry;
import dev.holdfast.Stores;
import dev.holdfast.Workflow;
import dev.holdfast.WorkflowContext;
import dev.holdfast.engine.EngineOptions;
import dev.holdfast.store.RunQuery;
import dev.holdfast.store.RunStatus;
import dev.holdfast.store.Store;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * The process that is killed: it starts runs of all shapes until so many are under way, advances
 * them and whatever it finds, and writes everything its steps do to its ledger. With a target of no
 * runs it ends by itself once every run in the store has ended.
 */
public final class Worker {

  /** Steps of {@code flaky} runs fail this often in each life before they succeed. */
  static final int FLAKY_FAILURES = 1;

  private final Holdfast holdfast;
  private final LedgerFile ledger;
  private final int life;
  private final int stepMs;
  private final Map<String, Integer> failures = new ConcurrentHashMap<>();

  private Worker(Holdfast holdfast, LedgerFile ledger, int life, int stepMs) {
    this.holdfast = holdfast;
    this.ledger = ledger;
    this.life = life;
    this.stepMs = stepMs;
  }

  /** Arguments: store, folder of the ledgers, life, runs to keep going, lease in ms, step in ms. */
  public static void main(String[] args) throws Exception {
    int life = Integer.parseInt(args[2]);
    var lease = Duration.ofMillis(Long.parseLong(args[4]));
    try (var ledger = new LedgerFile(Path.of(args[1]), life);
        var holdfast = Holdfast.on(open(args[0]), options(life, lease))) {
      var worker = new Worker(holdfast, ledger, life, Integer.parseInt(args[5]));
      worker.work(Integer.parseInt(args[3]));
    }
  }

  static Store open(String place) {
    return Stores.open(place);
  }

  /** Which node wrote a result: every step returns this. */
  static String mark(int life) {
    return "life-" + life;
  }

  private static EngineOptions options(int life, Duration lease) {
    return new EngineOptions(
        mark(life),
        lease,
        10_000,
        Duration.ofMillis(100),
        Duration.ofMillis(100),
        // What is killed a thousand times must not be taken for poison.
        10_000,
        Duration.ofSeconds(10),
        10_000,
        65_536,
        Duration.ofMillis(250));
  }

  private void work(int runs) {
    var workflows = register();
    holdfast.start();
    ledger.write("ready", "-", "-");
    // As many more as have ended: a thousand lives must not leave more behind than the last can
    // end.
    int missing = runs - open(runs);
    // Side by side, so that they share commits and are all under way when the kill comes.
    for (int i = 0; i < missing; i++) {
      var workflow = workflows.get((life + i) % workflows.size());
      var key = workflow.name() + "-" + life + "-" + i;
      Thread.ofVirtual()
          .start(() -> ledger.write("ack", workflow.start("in", o -> o.key(key)).id(), key));
    }
    while (runs > 0 || open(1) > 0) {
      LockSupport.parkNanos(20_000_000);
    }
  }

  /** How many runs have not ended, up to so many. */
  private int open(int atMost) {
    var statuses = Set.of(RunStatus.PENDING, RunStatus.LEASED);
    var query = new RunQuery(statuses, null, null, null, null, Math.max(1, atMost));
    return holdfast.engine().store().find(query).size();
  }

  private List<Workflow<String, String>> register() {
    List<Workflow<String, String>> all = new ArrayList<>();
    all.add(workflow("chain", this::chain));
    all.add(workflow("loop", this::loop));
    all.add(workflow("parallel", this::parallel));
    all.add(workflow("sleep", this::sleep));
    all.add(workflow("transaction", this::transaction));
    all.add(workflow("flaky", this::flaky));
    return all;
  }

  private interface Body {
    void run(WorkflowContext wf) throws Exception;
  }

  private Workflow<String, String> workflow(String name, Body body) {
    return holdfast.workflow(
        name,
        String.class,
        String.class,
        (wf, input) -> {
          body.run(wf);
          return name;
        });
  }

  private void chain(WorkflowContext wf) {
    for (var name : List.of("a", "b", "c", "d", "e")) {
      wf.step(name, () -> say(wf, name));
    }
  }

  private void loop(WorkflowContext wf) {
    for (int i = 1; i <= 6; i++) {
      var name = i == 1 ? "process" : "process#" + i;
      wf.step("process", () -> say(wf, name));
    }
  }

  private void parallel(WorkflowContext wf) {
    var a = wf.async("a", () -> say(wf, "a"));
    var b = wf.async("b", () -> say(wf, "b"));
    var both =
        wf.branch(
            "both",
            inner ->
                inner.step("x", () -> say(wf, "both/x"))
                    + inner.step("y", () -> say(wf, "both/y")));
    wf.all(a, b, both);
    wf.step("end", () -> say(wf, "end"));
  }

  private void sleep(WorkflowContext wf) {
    wf.step("a", () -> say(wf, "a"));
    wf.sleep("nap", Duration.ofMillis(20));
    wf.step("b", () -> say(wf, "b"));
    wf.sleep("night", Duration.ofMillis(300));
    wf.step("c", () -> say(wf, "c"));
  }

  private void transaction(WorkflowContext wf) {
    wf.step("a", () -> say(wf, "a"));
    wf.transaction("first", db -> book(wf, db, "first"));
    wf.step("b", () -> say(wf, "b"));
    wf.transaction("second", db -> book(wf, db, "second"));
  }

  private void flaky(WorkflowContext wf) {
    var retry = Retry.attempts(100_000).delay(Duration.ofMillis(5)).multiplier(1);
    for (var name : List.of("a", "b", "c")) {
      wf.step(
          name,
          () -> {
            var said = say(wf, name);
            if (failures.merge(wf.runId() + name, 1, Integer::sum) <= FLAKY_FAILURES) {
              throw new IllegalStateException("not yet");
            }
            return said;
          },
          s -> s.retry(retry));
    }
  }

  private String say(WorkflowContext wf, String step) {
    ledger.write("begin", wf.runId(), step);
    if (stepMs > 0) {
      LockSupport.parkNanos(1_000_000L * ThreadLocalRandom.current().nextInt(stepMs));
    }
    ledger.write("end", wf.runId(), step);
    return mark(life);
  }

  private String book(WorkflowContext wf, Connection db, String step) throws SQLException {
    ledger.write("begin", wf.runId(), step);
    try (var insert = db.prepareStatement("INSERT INTO effect (run, step) VALUES (?,?)")) {
      insert.setString(1, wf.runId().toString());
      insert.setString(2, step);
      insert.executeUpdate();
    }
    ledger.write("end", wf.runId(), step);
    return mark(life);
  }
}
