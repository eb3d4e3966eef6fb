package dev.holdfast.testkit;

import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * What really happened, written by the steps themselves and kept outside the system: every
 * execution of every step, in any life of the process.
 */
public final class Ledger {

  /**
   * One execution of a step.
   *
   * @param life in which life of the process, from 1
   * @param transactional its effects are rolled back when its completion is not written
   */
  public record Execution(int life, UUID run, String step, boolean transactional) {}

  private final List<Execution> executions = new CopyOnWriteArrayList<>();
  private final List<String> violations = new CopyOnWriteArrayList<>();

  void executes(Execution execution) {
    executions.add(execution);
  }

  void violation(String what) {
    violations.add(what);
  }

  public List<Execution> executions() {
    return List.copyOf(executions);
  }

  /** How often the step was executed. */
  public long count(UUID run, String step) {
    return executions.stream().filter(e -> e.run().equals(run) && e.step().equals(step)).count();
  }

  /** What was wrong at the moment when a step began. */
  public List<String> violations() {
    return List.copyOf(violations);
  }
}
