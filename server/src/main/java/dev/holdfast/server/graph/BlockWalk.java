package dev.holdfast.server.graph;

import dev.holdfast.StepFailedException;
import dev.holdfast.engine.Unwind;
import dev.holdfast.graph.Decision;
import dev.holdfast.graph.StepDefinition;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Executes the steps of a block: asks what is next, lets it happen, asks again. One step at a time
 * is executed by the calling thread itself; several are branches beside it.
 */
final class BlockWalk {

  private final GraphRun run;
  private final Scope scope;
  private final Branches branches;
  private final Map<String, Decision.Ended> ended = new ConcurrentHashMap<>();
  private final Set<String> running = new HashSet<>();
  private volatile @Nullable StepFailedException failure;

  BlockWalk(GraphRun run, Scope scope) {
    this.run = run;
    this.scope = scope;
    this.branches = new Branches(run.live());
  }

  /** Returns when all steps have ended; throws what one of them failed with. */
  void run() {
    recall();
    try {
      walk();
    } catch (Throwable left) {
      branches.abandon(left);
      throw left;
    }
  }

  /** Begins with what earlier lives of the run have done. */
  private void recall() {
    for (var step : scope.block().steps()) {
      var known = run.recorded(scope.nameOf(step));
      if (known != null) {
        ended.put(step.id(), known.ended());
        if (known.ended() == Decision.Ended.FAILED && failure == null) {
          failure = run.failureOf(scope.nameOf(step));
        }
      }
    }
  }

  private void walk() {
    while (true) {
      int seen = branches.ended();
      running.removeAll(ended.keySet());
      var decision = Decision.next(scope.block(), ended, running);
      if (failure != null) {
        branches.cancel();
        throw failure;
      }
      if (decision.over()) {
        return;
      }
      for (var step : decision.skip()) {
        run.skip(scope, step, "all it depends on was skipped");
        ended.put(step.id(), Decision.Ended.SKIPPED);
      }
      if (scope.block().maxParallel() == 1) {
        decision.start().forEach(this::execute);
      } else {
        for (var step : decision.start()) {
          running.add(step.id());
          branches.begin(scope.nameOf(step), () -> execute(step));
        }
        if (decision.start().isEmpty() && decision.skip().isEmpty()) {
          branches.awaitMoreThan(seen);
        }
      }
      rethrow();
    }
  }

  private void execute(StepDefinition step) {
    try {
      ended.put(step.id(), run.execute(scope, step, isLast()));
    } catch (StepFailedException failed) {
      // Before it counts as ended: whoever sees the end must see why.
      if (failure == null) {
        failure = failed;
      }
      ended.put(step.id(), Decision.Ended.FAILED);
    }
  }

  /** Whether the one step that has not ended is all that is left of the run. */
  private boolean isLast() {
    return scope.isTop() && ended.size() == scope.block().steps().size() - 1;
  }

  /** Something else than a step's failure went wrong in a branch. */
  private void rethrow() {
    var error = branches.failure();
    if (error instanceof Error e && !(e instanceof Unwind)) {
      throw e;
    }
    if (error instanceof RuntimeException e) {
      throw e;
    }
  }
}
