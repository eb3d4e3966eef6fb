package dev.holdfast.server.graph;

import dev.holdfast.engine.StepPolicy;
import dev.holdfast.graph.StepDefinition;
import dev.holdfast.log.Json;
import java.time.Duration;

/** Finds what executes a step of each type. */
final class StepTypes {

  private final GraphRun run;
  private final Kit kit;

  StepTypes(GraphRun run, Kit kit) {
    this.run = run;
    this.kit = kit;
  }

  Json execute(Scope scope, StepDefinition step) {
    return new TaskStep(run, kit).execute(scope.nameOf(step), step, step.config(), null);
  }

  static StepPolicy policy(StepDefinition step) {
    var retry = step.retry();
    if (retry == null) {
      return new StepPolicy(
          step.maxRetries() + 1,
          Duration.ZERO,
          1,
          Duration.ZERO,
          0,
          step.timeout(),
          null,
          StepTypes::isWorthRetrying);
    }
    return new StepPolicy(
        retry.maxAttempts(),
        retry.delay(),
        retry.multiplier(),
        retry.maxDelay(),
        retry.jitter(),
        step.timeout(),
        null,
        StepTypes::isWorthRetrying);
  }

  private static boolean isWorthRetrying(Throwable error) {
    return !(error instanceof StepError step) || step.retryable();
  }
}
