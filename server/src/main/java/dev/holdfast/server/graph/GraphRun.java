package dev.holdfast.server.graph;

import dev.holdfast.StepFailedException;
import dev.holdfast.engine.LiveRun;
import dev.holdfast.graph.Decision;
import dev.holdfast.graph.Definition;
import dev.holdfast.graph.StepDefinition;
import dev.holdfast.log.Failure;
import dev.holdfast.log.Json;
import dev.holdfast.log.StepState;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * One run of a graph in memory: what its steps have come to, and how the next ones are executed.
 */
final class GraphRun {

  private final LiveRun live;
  private final Definition definition;
  private final StepTypes types;
  private final Map<String, Result> results = new ConcurrentHashMap<>();

  GraphRun(LiveRun live, Definition definition, Kit kit) {
    this.live = live;
    this.definition = definition;
    this.types = new StepTypes(this, kit);
  }

  LiveRun live() {
    return live;
  }

  Definition definition() {
    return definition;
  }

  /** Advances the run to its result. */
  Json run() {
    // The definition is part of the run, so what is recorded was asked for by this very graph.
    live.replayed().steps().keySet().forEach(live::ask);
    live.replayed().steps().values().forEach(this::recall);
    var scope = Scope.top(definition.block(), live.replayed().created().at());
    new BlockWalk(this, scope).run();
    return Json.NULL;
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
    results.put(name, new Result(Decision.Ended.SKIPPED, null, null, live.now()));
  }

  Decision.Ended execute(Scope scope, StepDefinition step) {
    var name = scope.nameOf(step);
    try {
      var output = types.execute(scope, step);
      var result = new Result(Decision.Ended.COMPLETED, Values.plain(output), null, live.now());
      results.put(name, result);
      return result.ended();
    } catch (StepFailedException failed) {
      results.put(
          name, new Result(Decision.Ended.FAILED, null, failed.failure().message(), live.now()));
      throw failed;
    }
  }

  private void recall(StepState step) {
    var at = step.finishedAt() == null ? step.scheduledAt() : step.finishedAt();
    switch (step.status()) {
      case COMPLETED ->
          results.put(
              step.name(),
              new Result(Decision.Ended.COMPLETED, Values.plain(step.output()), null, at));
      case SKIPPED -> {
        // Skipped with a value, by a person: for what follows that is as good as a result.
        var ended = step.output() == null ? Decision.Ended.SKIPPED : Decision.Ended.COMPLETED;
        results.put(step.name(), new Result(ended, Values.plain(step.output()), null, at));
      }
      case FAILED ->
          results.put(
              step.name(),
              new Result(
                  Decision.Ended.FAILED,
                  null,
                  step.error() == null ? null : step.error().message(),
                  at));
      case SCHEDULED, STARTED, RETRYING -> {}
    }
  }
}
