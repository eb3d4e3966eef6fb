package dev.holdfast.bench;

import dev.holdfast.Holdfast;
import dev.holdfast.Workflow;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Many runs at once.
 *
 * @param stepsPerSecond runs of ten steps, a thousand at once, every event recorded
 * @param step one step among those
 * @param runsPerSecond runs of one step, started and finished, a thousand at once
 */
record Throughput(
    double stepsPerSecond,
    Percentiles step,
    double runsPerSecond,
    double commitsPerStep,
    double rowsPerStep,
    double bytesPerStep) {

  private static final int IN_FLIGHT = 1_000;
  private static final int STEPS = 10;
  private static final int TEN_STEP_RUNS = 4_000;
  private static final int ONE_STEP_RUNS = 10_000;

  static Throughput measure(Target target, int rounds) throws InterruptedException, SQLException {
    var store = target.newStore();
    try (var holdfast = Holdfast.open(store)) {
      var nanos = new long[TEN_STEP_RUNS * STEPS];
      var next = new AtomicInteger();
      var ten = tenSteps(holdfast, nanos, next);
      var one = holdfast.job("bench.one.v1", Integer.class, Integer.class, n -> n + 1);
      holdfast.start();
      double steps = 0;
      double runs = 0;
      double commitsPerStep = 0;
      long stepsDone = 0;
      long rows = 0;
      long bytes = 0;
      // The first rounds warm up; of the others the best counts, as the raw limit's best does.
      for (int round = 0; round < rounds + 2; round++) {
        next.set(0);
        long rowsBefore = target.logRows(store);
        long bytesBefore = target.bytes(store);
        var before = holdfast.engine().journalStats();
        double seconds = Load.seconds(TEN_STEP_RUNS, IN_FLIGHT, i -> ten.start(STEPS).join());
        var after = holdfast.engine().journalStats();
        stepsDone += (long) TEN_STEP_RUNS * STEPS;
        rows += target.logRows(store) - rowsBefore;
        bytes += target.bytes(store) - bytesBefore;
        double rate = TEN_STEP_RUNS * STEPS / seconds;
        if (round >= 2 && rate > steps) {
          steps = rate;
          commitsPerStep = (double) (after.commits() - before.commits()) / (TEN_STEP_RUNS * STEPS);
        }
        double oneSeconds = Load.seconds(ONE_STEP_RUNS, IN_FLIGHT, i -> one.start(i).join());
        runs = round >= 2 ? Math.max(runs, ONE_STEP_RUNS / oneSeconds) : 0;
      }
      return new Throughput(
          steps,
          Percentiles.of(nanos),
          runs,
          commitsPerStep,
          (double) rows / stepsDone,
          (double) bytes / stepsDone);
    }
  }

  private static Workflow<Integer, Integer> tenSteps(
      Holdfast holdfast, long[] nanos, AtomicInteger next) {
    return holdfast.workflow(
        "bench.ten.v1",
        Integer.class,
        Integer.class,
        (wf, steps) -> {
          int sum = 0;
          for (int i = 0; i < steps; i++) {
            int value = i;
            long begun = System.nanoTime();
            sum += wf.step("step", () -> value);
            nanos[next.getAndIncrement()] = System.nanoTime() - begun;
          }
          return sum;
        });
  }
}
