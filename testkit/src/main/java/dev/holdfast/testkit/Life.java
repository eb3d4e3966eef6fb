package dev.holdfast.testkit;

import dev.holdfast.Holdfast;
import dev.holdfast.log.RunState;
import dev.holdfast.log.StepState;
import dev.holdfast.store.Store;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** One life of a process: from its start to its crash or its end. */
public final class Life {

  private final int number;
  private final Holdfast holdfast;
  private final FaultyStore view;
  private final Store target;
  private final Ledger ledger;

  Life(int number, Holdfast holdfast, FaultyStore view, Store target, Ledger ledger) {
    this.number = number;
    this.holdfast = holdfast;
    this.view = view;
    this.target = target;
    this.ledger = ledger;
  }

  public Holdfast holdfast() {
    return holdfast;
  }

  /** In which order the lives came, from 1. */
  public int number() {
    return number;
  }

  /**
   * A step tells that it is being executed. It must not have been completed before, and everything
   * it builds on must have been.
   *
   * @param step its full name within the run
   * @param after full names of steps whose results it could have seen
   */
  public void executes(UUID run, String step, String... after) {
    executes(run, step, false, after);
  }

  /** Like {@link #executes}, for a step that shares its transaction with the store. */
  public void executesInTransaction(UUID run, String step, String... after) {
    executes(run, step, true, after);
  }

  /** How often the step has been executed so far, this time included. */
  public long executions(UUID run, String step) {
    return ledger.count(run, step);
  }

  /** The process dies here and now; not to be called from a transactional step. */
  public void die() {
    view.kill();
    throw new ProcessDied();
  }

  FaultyStore view() {
    return view;
  }

  private void executes(UUID run, String step, boolean transactional, String... after) {
    view.refuseIfDead();
    var steps = RunState.fold(run, RunCheck.events(target, run)).steps();
    if (done(steps.get(step))) {
      ledger.violation("step %s of run %s executes after its completion".formatted(step, run));
    }
    for (var earlier : after) {
      if (!done(steps.get(earlier))) {
        ledger.violation(
            "step %s of run %s executes before %s is durable".formatted(step, run, earlier));
      }
    }
    view.refuseIfDead();
    ledger.executes(new Ledger.Execution(number, run, step, transactional));
  }

  private static boolean done(@Nullable StepState step) {
    return step != null && step.done();
  }
}
