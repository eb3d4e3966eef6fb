package dev.holdfast.graph;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Steps that depend on each other: those of a workflow, or those that a {@code foreach} does with
 * each item.
 *
 * @param steps in the order in which they are executed when nothing runs side by side
 * @param maxParallel how many of them run at the same time
 */
public record Block(List<StepDefinition> steps, int maxParallel) {

  public Block {
    steps = List.copyOf(steps);
  }

  /** The steps by id, in their order. */
  public Map<String, StepDefinition> byId() {
    Map<String, StepDefinition> byId = new LinkedHashMap<>();
    steps.forEach(step -> byId.put(step.id(), step));
    return byId;
  }

  /** Everything that must have ended before this step begins, directly or not. */
  public Set<String> before(StepDefinition step) {
    var byId = byId();
    Set<String> before = new HashSet<>();
    List<String> open = new ArrayList<>(step.dependsOn());
    while (!open.isEmpty()) {
      var id = open.removeLast();
      var known = byId.get(id);
      if (known != null && before.add(id)) {
        open.addAll(known.dependsOn());
      }
    }
    return before;
  }
}
