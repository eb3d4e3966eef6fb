package dev.holdfast.server.api;

import dev.holdfast.graph.Block;
import dev.holdfast.graph.Definition;
import dev.holdfast.graph.RetryDefinition;
import dev.holdfast.log.RunState;
import dev.holdfast.server.graph.Graphs;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The plans of graph runs. All runs of a definition have the same, so it is made once; but those
 * that were triggered may be tried again more often than others.
 */
final class Plans implements Function<RunState, Plan> {

  private static final int KEPT_MAX = 1_000;

  private record Key(UUID workflow, @Nullable RetryDefinition retry) {}

  private final Graphs graphs;
  private final Map<Key, Plan> kept = new ConcurrentHashMap<>();

  Plans(Graphs graphs) {
    this.graphs = graphs;
  }

  @Override
  public Plan apply(RunState run) {
    var id = run.header().workflowId();
    if (id == null || run.created().definition() == null) {
      return Plan.NONE;
    }
    var definition = graphs.definitionOf(run);
    var key = new Key(id, definition.retry());
    var known = kept.get(key);
    if (known != null) {
      return known;
    }
    var plan = new Plan(steps(definition));
    if (kept.size() >= KEPT_MAX) {
      kept.clear();
    }
    kept.put(key, plan);
    return plan;
  }

  static List<Plan.Step> steps(Definition definition) {
    return steps(definition, definition.block());
  }

  private static List<Plan.Step> steps(Definition definition, Block block) {
    return block.steps().stream()
        .map(
            step ->
                new Plan.Step(
                    step.id(),
                    step.type(),
                    step.dependsOn(),
                    definition.retriesOf(step),
                    step.block() == null ? List.of() : steps(definition, step.block())))
        .toList();
  }
}
