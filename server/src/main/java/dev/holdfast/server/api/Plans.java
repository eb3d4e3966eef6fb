package dev.holdfast.server.api;

import dev.holdfast.graph.StepDefinition;
import dev.holdfast.log.RunState;
import dev.holdfast.server.graph.Graphs;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** The plans of graph runs. All runs of a definition have the same, so it is made once. */
final class Plans implements Function<RunState, Plan> {

  private static final int KEPT_MAX = 1_000;

  private final Graphs graphs;
  private final Map<UUID, Plan> kept = new ConcurrentHashMap<>();

  Plans(Graphs graphs) {
    this.graphs = graphs;
  }

  @Override
  public Plan apply(RunState run) {
    var id = run.header().workflowId();
    if (id == null || run.created().definition() == null) {
      return Plan.NONE;
    }
    var known = kept.get(id);
    if (known != null) {
      return known;
    }
    var plan = new Plan(steps(graphs.definitionOf(run).block().steps()));
    if (kept.size() >= KEPT_MAX) {
      kept.clear();
    }
    kept.put(id, plan);
    return plan;
  }

  static List<Plan.Step> steps(List<StepDefinition> steps) {
    return steps.stream()
        .map(
            step ->
                new Plan.Step(
                    step.id(),
                    step.type(),
                    step.dependsOn(),
                    step.maxRetries(),
                    step.block() == null ? List.of() : steps(step.block().steps())))
        .toList();
  }
}
