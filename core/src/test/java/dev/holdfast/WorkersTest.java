package dev.holdfast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.engine.EngineOptions;
import dev.holdfast.engine.NewRun;
import dev.holdfast.engine.WorkerOptions;
import dev.holdfast.engine.Workers;
import dev.holdfast.log.Event;
import dev.holdfast.log.EventCodec;
import dev.holdfast.log.Json;
import dev.holdfast.store.Claim;
import dev.holdfast.store.RunQuery;
import dev.holdfast.store.RunStatus;
import dev.holdfast.store.memory.MemoryStore;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How many steps execute at once, who goes first, and what becomes of those that hang. */
class WorkersTest {

  private static final Duration LONG = Duration.ofMinutes(10);

  @TempDir Path folder;

  private final CountDownLatch gate = new CountDownLatch(1);
  private final List<String> executed = new CopyOnWriteArrayList<>();
  private final AtomicInteger atOnce = new AtomicInteger();
  private final AtomicInteger mostAtOnce = new AtomicInteger();
  private Holdfast holdfast =
      Holdfast.on(new MemoryStore(InstantSource.system()), EngineOptions.defaults());

  @AfterEach
  void close() {
    gate.countDown();
    holdfast.close();
  }

  /** Opens the store with a workflow whose step waits at the gate. */
  private Workflow<String, String> open(WorkerOptions workers) {
    holdfast.close();
    var options = EngineOptions.defaults().workers(workers);
    holdfast = Holdfast.open(folder.resolve("test.db").toString(), options);
    var workflow =
        holdfast.workflow(
            "gated.v1", String.class, String.class, (wf, name) -> wf.step("s", () -> pass(name)));
    holdfast.start();
    return workflow;
  }

  private String pass(String name) throws InterruptedException {
    mostAtOnce.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
    try {
      executed.add(name);
      gate.await();
      return name;
    } finally {
      atOnce.decrementAndGet();
    }
  }

  private Workers.Stats stats() {
    return Objects.requireNonNull(holdfast.engine().workers()).stats();
  }

  private static WorkerOptions workers(int count, int max, int batch) {
    return new WorkerOptions(
        count,
        1,
        max,
        Duration.ofMillis(50),
        Duration.ofMillis(10),
        Duration.ofMillis(20),
        LONG,
        batch,
        LONG);
  }

  private static WorkerOptions one(int batch, Duration stepTimeout, Duration starvedAfter) {
    return new WorkerOptions(1, 1, 1, LONG, LONG, LONG, stepTimeout, batch, starvedAfter);
  }

  @Test
  void noMoreStepsExecuteAtOnceThanThereAreWorkers() {
    var workflow = open(WorkerOptions.fixed(3));
    List<Run<String>> runs = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      runs.add(workflow.start("run " + i));
    }
    Life.until(() -> atOnce.get() == 3);

    gate.countDown();
    runs.forEach(Run::join);

    assertThat(mostAtOnce).hasValue(3);
    assertThat(executed).hasSize(40).doesNotHaveDuplicates();
    assertThat(stats().busy()).isZero();
  }

  @Test
  void runsBeyondWhatWorkersCanSoonDoWaitInTheStore() {
    var workflow = open(WorkerOptions.fixed(2));
    for (int i = 0; i < 40; i++) {
      workflow.start("run " + i);
    }

    assertThat(holdfast.engine().liveRuns()).isLessThanOrEqualTo(2 + 10);
    var queued = holdfast.engine().store().find(RunQuery.all(100)).stream();
    assertThat(queued.filter(h -> h.state().status() == RunStatus.PENDING).count())
        .isGreaterThanOrEqualTo(40 - 12);
    gate.countDown();
    Life.until(() -> executed.size() == 40);
  }

  @Test
  void aRunThatWaitsHoldsNoWorker() {
    open(WorkerOptions.fixed(1));
    var go = Signal.of("go", String.class);
    var waiting =
        holdfast.workflow(
            "waiting.v1",
            String.class,
            String.class,
            (wf, name) -> {
              wf.step("before", () -> name);
              var said = wf.await(go, Duration.ofHours(1)).orElseThrow();
              return wf.step("after", () -> said);
            });
    var first = waiting.start("a");
    Life.parked(holdfast, first);

    gate.countDown();
    var second = waiting.start("b");
    Life.parked(holdfast, second);
    second.signal(go, "yes");

    assertThat(second.join()).isEqualTo("yes");
    first.signal(go, "no");
    assertThat(first.join()).isEqualTo("no");
  }

  @Test
  void runsThatOnlyWaitInMemoryDoNotKeepOthersOut() {
    open(one(1, LONG, LONG));
    var naps =
        holdfast.workflow(
            "nap.v1",
            String.class,
            String.class,
            (wf, name) -> {
              wf.sleep("nap", Duration.ofMillis(800));
              return name;
            });
    List<Run<String>> runs = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      runs.add(naps.start("run " + i));
    }

    Life.until(() -> holdfast.engine().liveRuns() == 20);
    runs.forEach(Run::join);
  }

  @Test
  void theMostUrgentGoesFirstAndOfALevelTheRunThatCameFirst() {
    var workflow = open(one(100, LONG, LONG));
    var runs = queue(workflow);

    gate.countDown();
    runs.forEach(Run::join);

    assertThat(executed)
        .containsExactly("first", "10 a", "10 b", "50 a", "50 b", "50 c", "100 a", "100 b");
  }

  @Test
  void theOrderIsTheSameWhenTheyWaitInTheStore() {
    var workflow = open(one(1, LONG, LONG));
    var first = workflow.start("first");
    Life.until(() -> stats().busy() == 1);
    var second = workflow.start("second");
    Life.until(() -> stats().waiting() == 1);
    List<Run<String>> runs = new ArrayList<>(List.of(first, second));
    for (var name : List.of("100 a", "50 a", "100 b", "10 a", "50 b", "10 b")) {
      runs.add(start(workflow, name));
    }

    gate.countDown();
    runs.forEach(Run::join);

    assertThat(executed)
        .containsExactly("first", "second", "10 a", "10 b", "50 a", "50 b", "100 a", "100 b");
  }

  @Test
  void whatHasWaitedTooLongGetsOneOfFourWorkersHoweverUrgentOthersAre() {
    var workflow = open(one(100, LONG, Duration.ZERO));
    var runs = queue(workflow);

    gate.countDown();
    runs.forEach(Run::join);

    assertThat(executed.subList(0, 5)).containsExactly("first", "10 a", "10 b", "50 a", "100 a");
  }

  @Test
  void alsoInTheStoreOneOfFourClaimsIsForWhatHasWaitedTooLong() {
    var workflow = open(one(1, LONG, Duration.ZERO));
    List<Run<String>> runs = new ArrayList<>();
    runs.add(workflow.start("first"));
    runs.add(workflow.start("second"));
    Life.until(() -> stats().busy() == 1 && stats().waiting() == 1);
    runs.add(start(workflow, "100 starving"));
    for (int i = 0; i < 20; i++) {
      runs.add(start(workflow, "10 " + i));
    }

    gate.countDown();
    runs.forEach(Run::join);

    assertThat(executed.indexOf("100 starving")).isLessThan(2 + 8 + 1);
  }

  /** A run that has the only worker, and others behind it that wait in memory. */
  private List<Run<String>> queue(Workflow<String, String> workflow) {
    List<Run<String>> runs = new ArrayList<>();
    runs.add(workflow.start("first"));
    Life.until(() -> stats().busy() == 1);
    int waiting = 0;
    for (var name : List.of("100 a", "50 a", "100 b", "10 a", "50 b", "10 b", "50 c")) {
      runs.add(start(workflow, name));
      int expected = ++waiting;
      Life.until(() -> stats().waiting() == expected);
    }
    return runs;
  }

  private static Run<String> start(Workflow<String, String> workflow, String name) {
    int priority = Integer.parseInt(name.substring(0, name.indexOf(' ')));
    return workflow.start(name, o -> o.priority(priority));
  }

  @Test
  void thePoolGrowsWithTheQueueAndShrinksWhenIdle() {
    var workflow = open(workers(1, 4, 10));
    assertThat(stats().size()).isEqualTo(1);
    List<Run<String>> runs = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      runs.add(workflow.start("run " + i));
    }

    Life.until(() -> atOnce.get() == 4);
    assertThat(stats().size()).isEqualTo(4);
    gate.countDown();
    runs.forEach(Run::join);

    Life.until(() -> stats().size() == 1);
    assertThat(mostAtOnce).hasValue(4);
  }

  @Test
  void aStepThatHangsIsCutOffAndItsLateResultIsRefused() throws InterruptedException {
    open(one(10, Duration.ofMillis(100), LONG));
    var release = new AtomicBoolean();
    var returned = new CountDownLatch(1);
    var hanging =
        holdfast.workflow(
            "hanging.v1",
            String.class,
            String.class,
            (wf, name) ->
                wf.step(
                    "s",
                    () -> {
                      // As code that ignores its interrupt does.
                      while (!release.get()) {
                        LockSupport.parkNanos(1_000_000);
                        boolean ignored = Thread.interrupted();
                      }
                      returned.countDown();
                      return "late";
                    }));
    var run = hanging.start("a");

    assertThatThrownBy(run::join).hasMessageContaining("took longer than its time-out");

    gate.countDown();
    var next = holdfast.engine().workers();
    assertThat(Objects.requireNonNull(next).stats().cutOff()).isEqualTo(1);
    Life.until(() -> stats().busy() == 0);
    var tail = holdfast.engine().store().tail(run.id()).orElseThrow();
    release.set(true);
    assertThat(returned.await(10, TimeUnit.SECONDS)).isTrue();
    var other = hanging.start("b");
    assertThat(other.join()).as("the worker was replaced").isEqualTo("late");
    assertThat(holdfast.engine().store().tail(run.id())).contains(tail);
    assertThat(run.status()).isEqualTo(Run.Status.FAILED);
  }

  @Test
  void aWorkerWhoseStepDiesIsReplaced() {
    open(WorkerOptions.fixed(1));
    var dying =
        holdfast.workflow(
            "dying.v1",
            Boolean.class,
            String.class,
            (wf, dies) ->
                wf.step(
                    "s",
                    () -> {
                      if (dies) {
                        throw new StackOverflowError("as deep as it gets");
                      }
                      return "alive";
                    }));

    assertThatThrownBy(dying.start(true)::join).hasMessageContaining("as deep as it gets");

    assertThat(dying.start(false).join()).isEqualTo("alive");
  }

  @Test
  void aRunThatIsCancelledWhileItWaitsForAWorkerNeverBeginsItsStep() {
    var workflow = open(one(10, LONG, LONG));
    workflow.start("first");
    Life.until(() -> stats().busy() == 1);
    var second = workflow.start("second");
    Life.until(() -> stats().waiting() == 1);

    second.cancel("not wanted");

    assertThatThrownBy(second::join).hasMessageContaining("not wanted");
    assertThat(second.status()).isEqualTo(Run.Status.CANCELLED);
    assertThat(executed).containsExactly("first");
    assertThat(stats().waiting()).isZero();
  }

  @Test
  void aClosingNodeHandsOverWhatWaitsForAWorker() {
    var workflow = open(one(10, LONG, LONG));
    workflow.start("first");
    Life.until(() -> stats().busy() == 1);
    var second = workflow.start("second");
    Life.until(() -> stats().waiting() == 1);

    var closing = Thread.startVirtualThread(holdfast::close);
    Life.until(() -> stats().waiting() == 0);
    gate.countDown();
    Life.until(() -> !closing.isAlive());
    assertThat(executed).containsExactly("first");
    open(WorkerOptions.fixed(1));

    assertThat(holdfast.find(second.id(), String.class).join()).isEqualTo("second");
  }

  @Test
  void whatCleansUpBehindACancelledRunHasWorkersToo() {
    open(WorkerOptions.fixed(1));
    var begun = new CountDownLatch(1);
    var saga =
        holdfast.workflow(
            "saga.v1",
            String.class,
            String.class,
            (wf, name) -> {
              wf.step("hold", () -> name, s -> s.compensate(held -> executed.add("undo " + held)));
              return wf.step(
                  "wait",
                  () -> {
                    begun.countDown();
                    gate.await();
                    return name;
                  });
            });
    var run = saga.start("a");
    Life.until(() -> begun.getCount() == 0);

    run.cancel("changed my mind");

    assertThatThrownBy(run::join).hasMessageContaining("changed my mind");
    assertThat(run.status()).isEqualTo(Run.Status.CANCELLED);
    assertThat(executed).containsExactly("undo a");
  }

  @Test
  void aNodeThatMayNotRecoverYetLeavesTheRunsOfDeadOnesAlone() {
    var id = lostRun();
    holdfast.close();

    holdfast = Holdfast.open(folder.resolve("test.db").toString(), recoveringAfter(LONG));
    register();
    holdfast.start();
    assertThat(holdfast.find(startAndJoin(), String.class).status())
        .isEqualTo(Run.Status.COMPLETED);
    assertThat(holdfast.find(id, String.class).status()).isNotEqualTo(Run.Status.COMPLETED);
    holdfast.close();

    holdfast =
        Holdfast.open(folder.resolve("test.db").toString(), recoveringAfter(Duration.ofMillis(50)));
    register();
    holdfast.start();
    assertThat(holdfast.find(id, String.class).join()).isEqualTo("lost");
  }

  private void register() {
    holdfast.workflow(
        "gated.v1", String.class, String.class, (wf, name) -> wf.step("s", () -> pass(name)));
  }

  /** A run that a node held when its process died. */
  private UUID lostRun() {
    holdfast.close();
    var path = folder.resolve("test.db").toString();
    var store = Stores.open(path);
    var dead = "dead";
    store.heartbeat(dead, Duration.ofMillis(1));
    holdfast = Holdfast.on(store, recoveringAfter(LONG));
    register();
    var id = holdfast.engine().submit(NewRun.of("gated.v1", new Json("\"lost\""), null));
    var at = holdfast.engine().now();
    var events = new EventCodec(1_000).encode(List.of(new Event.RunClaimed(at, dead))).events();
    store.claim(new Claim(dead, Set.of("gated.v1"), id, 1, at, events));
    gate.countDown();
    return id;
  }

  private UUID startAndJoin() {
    var id = holdfast.engine().submit(NewRun.of("gated.v1", new Json("\"new\""), null));
    holdfast.find(id, String.class).join();
    return id;
  }

  private static EngineOptions recoveringAfter(Duration after) {
    var d = EngineOptions.defaults();
    return new EngineOptions(
        d.nodeName(),
        d.lease(),
        d.runsMax(),
        d.parkAfter(),
        d.showAfter(),
        d.claimsMax(),
        d.grace(),
        d.waitingAppendsMax(),
        d.inlineCharsMax(),
        null,
        null,
        after);
  }
}
