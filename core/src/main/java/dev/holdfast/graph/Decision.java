package dev.holdfast.graph;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What is next in a block, given what its steps have come to. A pure function, so every life of a
 * run decides the same.
 *
 * @param start steps to begin now, in this order; whether their condition holds is still to be seen
 * @param skip steps that will not be executed, because all they depend on was skipped
 * @param over nothing runs and nothing will
 */
public record Decision(List<StepDefinition> start, List<StepDefinition> skip, boolean over) {

  /** How a step has ended. */
  public enum Ended {
    /** It has a result, or a person has given it one. */
    COMPLETED,
    SKIPPED,
    FAILED
  }

  public Decision {
    start = List.copyOf(start);
    skip = List.copyOf(skip);
  }

  /**
   * Decides.
   *
   * @param ended how steps have ended, by id
   * @param running ids of steps that have begun and not ended
   */
  public static Decision next(Block block, Map<String, Ended> ended, Set<String> running) {
    if (ended.containsValue(Ended.FAILED)) {
      return new Decision(List.of(), List.of(), running.isEmpty());
    }
    Map<String, Ended> known = new HashMap<>(ended);
    List<StepDefinition> start = new ArrayList<>();
    List<StepDefinition> skip = new ArrayList<>();
    for (var step : block.steps()) {
      if (known.containsKey(step.id()) || running.contains(step.id())) {
        continue;
      }
      if (isPassedBy(step, known)) {
        known.put(step.id(), Ended.SKIPPED);
        skip.add(step);
      } else if (known.keySet().containsAll(step.dependsOn())
          && running.size() + start.size() < block.maxParallel()) {
        start.add(step);
      }
    }
    boolean over = start.isEmpty() && skip.isEmpty() && running.isEmpty();
    return new Decision(start, skip, over);
  }

  /** Whether there was something to wait for, and all of it was skipped. */
  private static boolean isPassedBy(StepDefinition step, Map<String, Ended> known) {
    return !step.dependsOn().isEmpty()
        && step.dependsOn().stream().allMatch(id -> known.get(id) == Ended.SKIPPED);
  }
}
