package dev.holdfast.testkit.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Holdfast;
import dev.holdfast.Workflow;
import dev.holdfast.WorkflowContext;
import dev.holdfast.log.Event;
import dev.holdfast.store.RunStatus;
import dev.holdfast.store.Store;
import dev.holdfast.testkit.Await;
import dev.holdfast.testkit.RunCheck;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/** A node that keeps starting runs in the background, and what must be true of them in the end. */
final class Load implements AutoCloseable {

  private static final int STEPS = 4;
  private static final int STARTERS = 8;
  private static final Duration RECOVERY = Duration.ofSeconds(60);

  private final Holdfast holdfast;
  private final Workflow<String, String> workflow;
  private final String padding;
  private final Map<String, Integer> begins = new ConcurrentHashMap<>();
  private final Queue<UUID> acknowledged = new ConcurrentLinkedQueue<>();
  private final Queue<Throwable> errors = new ConcurrentLinkedQueue<>();
  private final ConcurrentLinkedQueue<Thread> starters = new ConcurrentLinkedQueue<>();
  private volatile boolean stopped;

  /**
   * @param outputChars how much each step writes
   */
  Load(Holdfast holdfast, int outputChars) {
    this.holdfast = holdfast;
    this.padding = "x".repeat(outputChars);
    this.workflow = holdfast.workflow("load", String.class, String.class, (wf, in) -> body(wf));
    holdfast.start();
    for (int i = 0; i < STARTERS; i++) {
      var name = "s" + i + "-";
      starters.add(Thread.ofVirtual().start(() -> feed(name)));
    }
  }

  int acknowledged() {
    return acknowledged.size();
  }

  long faults() {
    return holdfast.engine().journalStats().faults();
  }

  /** Waits until so many more runs have been accepted and finished than now. */
  void awaitProgress(int runs) {
    int goal = acknowledged() + runs;
    Await.until("new runs are accepted", RECOVERY, () -> acknowledged() >= goal);
  }

  /** Starts no more runs, and waits until every accepted one has ended by itself. */
  void finish(Store store) {
    stopped = true;
    Await.until("starters end", RECOVERY, () -> starters.stream().noneMatch(Thread::isAlive));
    Await.until(
        "every accepted run ends",
        RECOVERY,
        () -> acknowledged.stream().allMatch(run -> status(store, run).terminal()));
  }

  /** After {@link #finish}: nothing lost, nothing done twice. */
  void check(Store store, Map<String, Integer> effects) {
    assertThat(errors).isEmpty();
    assertThat(acknowledged).allMatch(run -> status(store, run) == RunStatus.SUCCEEDED);
    assertThat(RunCheck.violations(store)).isEmpty();
    assertThat(effects.values()).allMatch(rows -> rows == 1);
    for (var run : acknowledged) {
      assertThat(effects).containsKey(run + " book");
      var events = RunCheck.events(store, run);
      long claims = events.stream().filter(Event.RunClaimed.class::isInstance).count();
      for (int i = 1; i <= STEPS; i++) {
        assertThat(begins.get(run + " step" + i))
            .as("of %s", run)
            .isLessThanOrEqualTo((int) claims);
      }
    }
  }

  @Override
  public void close() {
    stopped = true;
    holdfast.close();
  }

  private void feed(String name) {
    try {
      for (int i = 0; !stopped; i++) {
        var key = name + i;
        acknowledged.add(workflow.start("in", o -> o.key(key)).id());
        LockSupport.parkNanos(10_000_000);
      }
    } catch (RuntimeException | Error e) {
      errors.add(e);
    }
  }

  private String body(WorkflowContext wf) {
    for (int i = 1; i <= STEPS; i++) {
      var step = "step" + i;
      wf.step(step, () -> say(wf, step));
    }
    return wf.transaction("book", db -> book(wf, db));
  }

  private String say(WorkflowContext wf, String step) {
    begins.merge(wf.runId() + " " + step, 1, Integer::sum);
    LockSupport.parkNanos(1_000_000L * ThreadLocalRandom.current().nextInt(30));
    return padding;
  }

  private static String book(WorkflowContext wf, Connection db) throws SQLException {
    try (var insert = db.prepareStatement("INSERT INTO effect (run, step) VALUES (?,?)")) {
      insert.setString(1, wf.runId().toString());
      insert.setString(2, "book");
      insert.executeUpdate();
    }
    return "booked";
  }

  private static RunStatus status(Store store, UUID run) {
    return store.header(run).orElseThrow().state().status();
  }
}
