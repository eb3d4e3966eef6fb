package dev.holdfast.bench;

import dev.holdfast.Holdfast;
import java.sql.SQLException;
import java.util.function.IntUnaryOperator;

/**
 * One thing at a time on an otherwise idle node. All are measured in turn, in short rounds, with
 * the raw commit among them: a machine that is busy for a minute then slows all of them alike, and
 * their ratios stay what they are.
 *
 * @param commit one row committed with plain JDBC
 * @param step a step of a run of a thousand steps
 * @param job start to finish of a run of one step, executed by the caller
 * @param joined the same, started by one thread, executed by another, and waited for
 * @param workflow start to finish of a workflow whose code calls one step, started and waited for
 */
record Latency(
    Percentiles commit,
    Percentiles step,
    Percentiles job,
    Percentiles joined,
    Percentiles workflow) {

  private static final int WARM_UP = 3;
  private static final int ROUNDS = 5;
  private static final int STEPS = 1_000;
  private static final int RUNS = 400;

  static Latency measure(Target target) throws SQLException {
    try (var raw = new RawTable(target);
        var holdfast = Holdfast.open(target.newStore())) {
      var job = holdfast.job("bench.job.v1", Integer.class, Integer.class, n -> n + 1);
      var workflow =
          holdfast.workflow(
              "bench.workflow.v1",
              Integer.class,
              Integer.class,
              (wf, n) -> wf.step("only", () -> n + 1));
      holdfast.start();
      var commits = new Timings(ROUNDS * RUNS);
      var steps = new Timings(ROUNDS * STEPS);
      var jobs = new Timings(ROUNDS * RUNS);
      var joins = new Timings(ROUNDS * RUNS);
      var workflows = new Timings(ROUNDS * RUNS);
      for (int round = 0; round < WARM_UP + ROUNDS; round++) {
        if (round == WARM_UP) {
          Timings.forget(commits, steps, jobs, joins, workflows);
        }
        for (int i = 0; i < RUNS; i++) {
          commits.time(raw::commit);
        }
        sequential(holdfast, "lone-" + round, steps);
        each(jobs, job::execute);
        each(joins, i -> job.start(i).join());
        each(workflows, i -> workflow.start(i).join());
      }
      return new Latency(
          commits.percentiles(),
          steps.percentiles(),
          jobs.percentiles(),
          joins.percentiles(),
          workflows.percentiles());
    }
  }

  private static void sequential(Holdfast holdfast, String id, Timings timings) {
    holdfast.execute(
        id,
        wf -> {
          for (int i = 0; i < STEPS; i++) {
            int value = i;
            timings.time(() -> wf.step("step", () -> value));
          }
        });
  }

  private static void each(Timings timings, IntUnaryOperator run) {
    for (int i = 0; i < RUNS; i++) {
      int number = i;
      timings.time(
          () -> {
            if (run.applyAsInt(number) != number + 1) {
              throw new IllegalStateException("a wrong result");
            }
          });
    }
  }
}
