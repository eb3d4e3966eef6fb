package dev.holdfast.server.graph;

import dev.holdfast.graph.Block;
import dev.holdfast.graph.StepDefinition;
import org.jspecify.annotations.Nullable;

/**
 * Where a block is being executed: at the top of the run, or for one item of a loop.
 *
 * @param prefix of the names of its steps in the log
 * @param outer the scope that the loop stands in; null at the top
 * @param loop the loop; null at the top
 */
record Scope(
    Block block,
    String prefix,
    @Nullable Scope outer,
    @Nullable StepDefinition loop,
    @Nullable Object item,
    int index) {

  static Scope top(Block block) {
    return new Scope(block, "", null, null, null, 0);
  }

  boolean isTop() {
    return outer == null;
  }

  String nameOf(StepDefinition step) {
    return prefix + step.id();
  }
}
