package dev.holdfast.bench;

import dev.holdfast.Holdfast;
import dev.holdfast.Workflow;
import java.util.function.IntUnaryOperator;

/**
 * One thing at a time on an otherwise idle node.
 *
 * @param step a step of a run of a thousand steps
 * @param job start to finish of a run of one step, executed by the caller
 * @param joined the same, started by one thread, executed by another, and waited for
 * @param workflow start to finish of a workflow whose code calls one step, started and waited for
 */
record Latency(Percentiles step, Percentiles job, Percentiles joined, Percentiles workflow) {

  private static final int STEPS = 1_000;
  private static final int RUNS = 1_000;

  static Latency measure(Target target) {
    try (var holdfast = Holdfast.open(target.newStore())) {
      var job = holdfast.job("bench.job.v1", Integer.class, Integer.class, n -> n + 1);
      var workflow =
          holdfast.workflow(
              "bench.workflow.v1",
              Integer.class,
              Integer.class,
              (wf, n) -> wf.step("only", () -> n + 1));
      holdfast.start();
      for (int i = 0; i < 3; i++) {
        sequential(holdfast, "warm-up-" + i);
      }
      executed(job);
      joined(job);
      joined(workflow);
      return new Latency(
          sequential(holdfast, "measured"), executed(job), joined(job), joined(workflow));
    }
  }

  private static Percentiles sequential(Holdfast holdfast, String id) {
    var nanos = new long[STEPS];
    holdfast.execute(
        id,
        wf -> {
          for (int i = 0; i < STEPS; i++) {
            int value = i;
            long begun = System.nanoTime();
            wf.step("step", () -> value);
            nanos[i] = System.nanoTime() - begun;
          }
        });
    return Percentiles.of(nanos);
  }

  private static Percentiles executed(Workflow<Integer, Integer> workflow) {
    return each(workflow::execute);
  }

  private static Percentiles joined(Workflow<Integer, Integer> workflow) {
    return each(i -> workflow.start(i).join());
  }

  private static Percentiles each(IntUnaryOperator run) {
    var nanos = new long[RUNS];
    for (int i = 0; i < RUNS; i++) {
      long begun = System.nanoTime();
      if (run.applyAsInt(i) != i + 1) {
        throw new IllegalStateException("a wrong result");
      }
      nanos[i] = System.nanoTime() - begun;
    }
    return Percentiles.of(nanos);
  }
}
