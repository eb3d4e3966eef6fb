package dev.holdfast.server.graph;

import dev.holdfast.LogLevel;
import dev.holdfast.engine.StepAttempt;
import dev.holdfast.engine.StepCall;
import dev.holdfast.engine.StepPolicy;
import dev.holdfast.graph.Durations;
import dev.holdfast.log.Json;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import tools.jackson.databind.JsonNode;

/**
 * A simulated task: it takes a while and may fail. Then its action, if it has one and the run has
 * an order, is done in the transaction that completes the step.
 */
final class TaskStep {

  private static final Duration DURATION = Duration.ofSeconds(1);

  private final GraphRun run;
  private final Kit kit;

  TaskStep(GraphRun run, Kit kit) {
    this.run = run;
    this.kit = kit;
  }

  /**
   * What to execute.
   *
   * @param config its settings, with expressions evaluated
   */
  StepCall call(String name, String kind, StepPolicy policy, JsonNode config) {
    var wanted = config.get("action");
    var action = wanted == null ? null : kit.actions().get(wanted.asString());
    var order = run.live().replayed().created().orderId();
    StepCall.Body body;
    if (action == null || order == null) {
      StepCall.Work work =
          attempt -> {
            simulate(config, attempt);
            return Json.NULL;
          };
      body = work;
    } else {
      StepCall.Staged staged =
          attempt -> {
            simulate(config, attempt);
            return (again, db) -> {
              again.lines().accept(LogLevel.INFO, name + ": " + config.path("action").asString(""));
              action.run(db, order, actionStep(again, config));
              return Json.NULL;
            };
          };
      body = staged;
    }
    return new StepCall(name, kind, policy, body);
  }

  private GraphAction.Step actionStep(StepAttempt attempt, JsonNode config) {
    return new GraphAction.Step(
        attempt.run(),
        attempt.step(),
        attempt.attempt(),
        attempt.stepKey(),
        new Json(config.toString()),
        kit.clock().now());
  }

  private void simulate(JsonNode config, StepAttempt attempt)
      throws InterruptedException, StepError {
    var duration = duration(config);
    if (!duration.isZero()) {
      attempt.lines().accept(LogLevel.INFO, "works for " + duration.toMillis() + " ms");
      sleep(duration);
    }
    double probability = number(config, "fail_probability", 0);
    if (probability < 0 || probability > 1) {
      throw new StepError(
          "fail_probability is %s, not between 0 and 1".formatted(probability), false);
    }
    if (probability > 0 && kit.options().random().nextDouble() < probability) {
      throw new StepError("simulated failure (probability %s)".formatted(probability), true);
    }
  }

  private static Duration duration(JsonNode config) throws StepError {
    var given = config.get("duration_seconds");
    if (given == null || given.isNull()) {
      return DURATION;
    }
    return Durations.ofSeconds(BigDecimal.valueOf(number(config, "duration_seconds", 1)))
        .orElseThrow(() -> new StepError("duration_seconds is " + given, false));
  }

  private static double number(JsonNode config, String name, double otherwise) throws StepError {
    var given = config.get(name);
    if (given == null || given.isNull()) {
      return otherwise;
    }
    if (!given.isNumber()) {
      throw new StepError("%s is %s, not a number".formatted(name, given), false);
    }
    return given.doubleValue();
  }

  /** On the engine's clock, so that tests need not wait. Not durable: it is part of the attempt. */
  private void sleep(Duration duration) throws InterruptedException {
    var over = new CountDownLatch(1);
    var alarm = kit.clock().at(kit.clock().now().plus(duration), over::countDown);
    try {
      over.await();
    } finally {
      alarm.cancel();
    }
  }
}
