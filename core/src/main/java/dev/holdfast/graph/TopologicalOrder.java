package dev.holdfast.graph;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** An order of execution in which everything stands behind what it depends on. */
final class TopologicalOrder {

  private TopologicalOrder() {}

  /**
   * Kahn's algorithm, always taking the first step that is ready: an order that already fits stays
   * as it is. Empty when there is a cycle.
   *
   * @param dependencies what each step depends on, in the order in which they were written
   */
  static Optional<List<String>> of(Map<String, List<String>> dependencies) {
    List<String> order = new ArrayList<>(dependencies.size());
    Set<String> placed = new LinkedHashSet<>();
    var open = new ArrayList<>(dependencies.keySet());
    while (!open.isEmpty()) {
      int ready = firstReady(open, placed, dependencies);
      if (ready < 0) {
        return Optional.empty();
      }
      var id = open.remove(ready);
      placed.add(id);
      order.add(id);
    }
    return Optional.of(order);
  }

  /** The steps of one cycle, the first one again at the end; empty when there is none. */
  static List<String> cycle(Map<String, List<String>> dependencies) {
    Set<String> clear = new LinkedHashSet<>();
    for (var id : dependencies.keySet()) {
      var found = cycleFrom(id, dependencies, clear);
      if (!found.isEmpty()) {
        return found;
      }
    }
    return List.of();
  }

  private static int firstReady(
      List<String> open, Set<String> placed, Map<String, List<String>> dependencies) {
    for (int i = 0; i < open.size(); i++) {
      if (placed.containsAll(dependencies.getOrDefault(open.get(i), List.of()))) {
        return i;
      }
    }
    return -1;
  }

  /** Goes along the dependencies, without recursion: a chain may be as long as the workflow. */
  private static List<String> cycleFrom(
      String start, Map<String, List<String>> dependencies, Set<String> clear) {
    Map<String, Integer> path = new LinkedHashMap<>();
    path.put(start, 0);
    while (!path.isEmpty()) {
      var here = List.copyOf(path.keySet()).getLast();
      var next = dependencies.getOrDefault(here, List.of());
      int tried = path.getOrDefault(here, 0);
      if (clear.contains(here) || tried >= next.size()) {
        clear.add(here);
        path.remove(here);
        continue;
      }
      path.put(here, tried + 1);
      var there = next.get(tried);
      if (path.containsKey(there)) {
        var cycle = new ArrayList<>(List.copyOf(path.keySet()));
        cycle.subList(0, cycle.indexOf(there)).clear();
        cycle.add(there);
        return cycle;
      }
      if (dependencies.containsKey(there) && !clear.contains(there)) {
        path.put(there, 0);
      }
    }
    return List.of();
  }
}
