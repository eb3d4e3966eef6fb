package dev.holdfast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.engine.WorkerOptions;
import dev.holdfast.store.RunQuery;
import dev.holdfast.store.RunStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** How many steps execute at once, and what becomes of those that hang. */
class WorkersTest extends WorkersBed {

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
  void howLongAStepWaitedForAWorkerIsInTheLog() {
    var workflow = open(WorkerOptions.fixed(1));
    var first = workflow.start("first");
    Life.until(() -> stats().busy() == 1);
    var second = workflow.start("second");
    Life.until(() -> stats().waiting() == 1);

    gate.countDown();
    first.join();
    second.join();

    var freed = holdfast.engine().state(first.id()).steps().values().iterator().next();
    var waited = holdfast.engine().state(second.id()).steps().values().iterator().next();
    assertThat(waited.scheduledAt()).isBefore(freed.finishedAt());
    assertThat(waited.startedAt()).isAfterOrEqualTo(freed.finishedAt());
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
              while (gate.getCount() > 0) {
                wf.sleep("nap", Duration.ofMillis(200));
              }
              return name;
            });
    List<Run<String>> runs = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      runs.add(naps.start("run " + i));
    }

    Life.until(() -> holdfast.engine().liveRuns() == 20);
    gate.countDown();
    runs.forEach(Run::join);
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
}
