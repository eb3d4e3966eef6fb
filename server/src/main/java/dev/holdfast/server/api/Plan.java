package dev.holdfast.server.api;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The steps that a run is going to have, as far as that is known beforehand. A graph knows all of
 * them, code knows none.
 *
 * @param steps in the order of {@code step_index}
 */
record Plan(List<Step> steps) {

  /** Nothing is known. */
  static final Plan NONE = new Plan(List.of());

  /**
   * A step to come.
   *
   * @param maxRetries how often it is tried again
   * @param inner what a loop does with each item
   */
  record Step(String id, String type, List<String> dependsOn, int maxRetries, List<Step> inner) {}

  Map<String, Step> byId() {
    return steps.stream().collect(Collectors.toMap(Step::id, Function.identity()));
  }
}
