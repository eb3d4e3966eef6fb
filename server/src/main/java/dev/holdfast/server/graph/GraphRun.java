package dev.holdfast.server.graph;

import dev.holdfast.StepFailedException;
import dev.holdfast.engine.LiveRun;
import dev.holdfast.graph.Decision;
import dev.holdfast.graph.Definition;
import dev.holdfast.graph.StepDefinition;
import dev.holdfast.log.Failure;
import dev.holdfast.log.Json;
import dev.holdfast.log.StepState;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** One run of a graph in memory: what its steps have come to, and how the next are executed. */
final class GraphRun {

  private static final Comparator<StepState> BY_END =
      Comparator.comparing(GraphRun::endOf).thenComparingInt(StepState::number);

  private final LiveRun live;
  private final Definition definition;
  private final Kit kit;
  private final Scope top;
  private final Map<String, Result> results = new ConcurrentHashMap<>();
  private final Roots roots;
  private final StepTypes types;

  GraphRun(LiveRun live, Definition definition, Kit kit) {
    this.live = live;
    this.definition = definition;
    this.kit = kit;
    this.top = Scope.top(definition.block());
    this.roots = new Roots(this, kit.approvals());
    this.types = new StepTypes(this, kit);
  }

  LiveRun live() {
    return live;
  }

  Definition definition() {
    return definition;
  }

  Roots roots() {
    return roots;
  }

  StepTypes types() {
    return types;
  }

  /** Advances the run to its result. */
  Json run() {
    // The definition is part of the run, so what is recorded was asked for by this very graph.
    live.replayed().steps().keySet().forEach(live::ask);
    live.replayed().steps().values().forEach(this::recall);
    live.replayed().steps().values().stream().sorted(BY_END).forEach(this::recallUndo);
    new BlockWalk(this, top).run();
    var output = definition.output();
    return output == null ? Json.NULL : Values.json(kit.templates().fill(output, roots.atEnd(top)));
  }

  /** How a step has ended, by its name in the log; null when it has not. */
  @Nullable Result recorded(String name) {
    return results.get(name);
  }

  StepFailedException failureOf(String name) {
    var error = Objects.requireNonNull(live.replayed().steps().get(name)).error();
    return new StepFailedException(
        name, error == null ? new Failure("Unknown", "", null) : error, null);
  }

  void skip(Scope scope, StepDefinition step, String reason) {
    var name = scope.nameOf(step);
    live.facts().skip(name, step.kind().word(), reason);
    results.put(name, new Result(Decision.Ended.SKIPPED, null, null));
  }

  /**
   * Executes the step and returns how it has ended.
   *
   * @param last nothing but the end of the run follows, which then is written together with it
   */
  Decision.Ended execute(Scope scope, StepDefinition step, boolean last) {
    var name = scope.nameOf(step);
    try {
      var output = types.execute(scope, step, last);
      var ended = output == null ? Decision.Ended.SKIPPED : Decision.Ended.COMPLETED;
      results.put(name, new Result(ended, Values.plain(output), null));
      if (output != null && !live.facts().wasSkipped(name)) {
        undoLater(scope, step);
      }
      return ended;
    } catch (StepFailedException failed) {
      var error = failed.failure().message();
      results.put(name, new Result(Decision.Ended.FAILED, null, error));
      throw failed;
    }
  }

  private void undoLater(Scope scope, StepDefinition step) {
    var undo = step.compensate();
    if (undo != null) {
      live.undoBy(() -> types.undo(scope, step, undo));
    }
  }

  /** What earlier lives have completed is undone, too, should it come to that. */
  private void recallUndo(StepState state) {
    if (state.status() != StepState.Status.COMPLETED) {
      return;
    }
    var name = state.name();
    int inner = name.indexOf("]/");
    if (inner < 0) {
      var step = definition.block().byId().get(name);
      if (step != null) {
        undoLater(top, step);
      }
      return;
    }
    var loop = definition.block().byId().get(name.substring(0, name.indexOf('[')));
    var begun = loop == null ? null : live.replayed().steps().get(loop.id());
    if (loop == null || loop.block() == null || begun == null || begun.input() == null) {
      return;
    }
    var step = loop.block().byId().get(name.substring(inner + 2));
    var prefix = name.substring(0, inner + 2);
    for (var scope : new Loop(this, kit, types).scopes(top, loop, begun.input())) {
      if (step != null && scope.prefix().equals(prefix)) {
        undoLater(scope, step);
      }
    }
  }

  private void recall(StepState step) {
    var output = step.output();
    switch (step.status()) {
      case COMPLETED -> put(step, Decision.Ended.COMPLETED, null);
      case SKIPPED ->
          // Skipped with a value, by a person: for what follows that is as good as a result.
          put(step, output == null ? Decision.Ended.SKIPPED : Decision.Ended.COMPLETED, null);
      case FAILED ->
          put(step, Decision.Ended.FAILED, step.error() == null ? null : step.error().message());
      case SCHEDULED, STARTED, RETRYING -> {}
    }
  }

  private void put(StepState step, Decision.Ended ended, @Nullable String error) {
    results.put(step.name(), new Result(ended, Values.plain(step.output()), error));
  }

  private static Instant endOf(StepState step) {
    return step.finishedAt() == null ? step.scheduledAt() : step.finishedAt();
  }
}
