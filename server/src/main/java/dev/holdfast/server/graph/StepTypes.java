package dev.holdfast.server.graph;

import dev.holdfast.engine.LiveRun;
import dev.holdfast.engine.StepCall;
import dev.holdfast.engine.StepPolicy;
import dev.holdfast.graph.StepDefinition;
import dev.holdfast.log.Json;
import dev.holdfast.server.expression.ExpressionException;
import dev.holdfast.server.expression.Templates;
import java.time.Duration;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Executes a step of any type. */
final class StepTypes {

  /** An http step that says nothing else gives up after this. */
  private static final Duration HTTP_TIMEOUT = Duration.ofSeconds(30);

  private static final Templates.Given NOTHING =
      new Templates.Given(Map.of(), () -> 0, () -> new SplittableRandom(0));

  private final GraphRun run;
  private final LiveRun live;
  private final Kit kit;
  private final Waits waits;

  StepTypes(GraphRun run, Kit kit) {
    this.run = run;
    this.live = run.live();
    this.kit = kit;
    this.waits = new Waits(run, kit);
  }

  /** The result of the step, recorded; null when it was skipped. */
  @Nullable Json execute(Scope scope, StepDefinition step, boolean last) {
    var name = scope.nameOf(step);
    var kind = step.kind().word();
    var given = evaluates(step) ? run.roots().before(scope, step) : NOTHING;
    boolean fresh = !live.replayed().steps().containsKey(name);
    var when = step.when();
    if (fresh && when != null) {
      var condition = evaluated(name, kind, () -> kit.templates().fill(when, given));
      if (!Templates.isTrue(condition)) {
        run.skip(scope, step, "its condition is not true");
        return null;
      }
    }
    return switch (step.kind()) {
      case TASK -> live.step(task(name, kind, step, config(name, kind, step, given)).last(last));
      case HTTP -> live.step(http(name, kind, step, config(name, kind, step, given)).last(last));
      case TRANSFORM -> transform(name, step, given, last);
      case SLEEP -> waits.sleep(name, step, config(name, kind, step, given));
      case SIGNAL -> waits.signal(name, step, config(name, kind, step, given));
      case APPROVAL -> waits.approval(name, step, config(name, kind, step, given));
      case WORKFLOW, REMOTE -> call(name, kind, step, given);
      case FOREACH -> new Loop(run, kit, this).execute(scope, step);
    };
  }

  /** Most steps have no expression, and then nobody has to look at all that came before them. */
  private static boolean evaluates(StepDefinition step) {
    return step.when() != null
        || Templates.isTemplate(step.config())
        || (step.input() != null && Templates.isTemplate(step.input()));
  }

  /** Undoes a step that has completed. Called while the run is being rolled back. */
  void undo(Scope scope, StepDefinition step, StepDefinition undo) {
    var name = scope.nameOf(step) + "~compensate";
    var kind = "compensate";
    var given = run.roots().after(scope, step);
    switch (undo.kind()) {
      case HTTP -> live.step(http(name, kind, undo, config(name, kind, undo, given)));
      case WORKFLOW, REMOTE -> call(name, kind, undo, given);
      default -> live.step(task(name, kind, undo, config(name, kind, undo, given)));
    }
  }

  /** The settings of a step, with what was evaluated of them to be recorded. */
  record Config(JsonNode node, @Nullable Json recorded) {}

  /** What an earlier life evaluated counts, whatever an expression would say today. */
  private Config config(String name, String kind, StepDefinition step, Templates.Given given) {
    var known = live.replayed().steps().get(name);
    if (known != null && known.input() != null) {
      return new Config(Values.tree(known.input()), known.input());
    }
    if (!Templates.isTemplate(step.config())) {
      return new Config(step.config(), null);
    }
    var filled = evaluated(name, kind, () -> kit.templates().fill(step.config(), given));
    var json = Values.json(filled);
    return new Config(Values.tree(json), json);
  }

  /** Evaluates; an error is the step's failure, recorded like any other. */
  <T extends @Nullable Object> T evaluated(String name, String kind, Supplier<T> evaluation) {
    try {
      return evaluation.get();
    } catch (ExpressionException e) {
      throw failed(name, kind, e.getMessage());
    }
  }

  /** Fails the step before it has done anything. */
  RuntimeException failed(String name, String kind, @Nullable String message) {
    StepCall.Work failing =
        attempt -> {
          throw new StepError(String.valueOf(message), false);
        };
    live.step(new StepCall(name, kind, StepPolicy.ONCE, failing));
    return new IllegalStateException("a step that only fails did not: " + name);
  }

  private StepCall task(String name, String kind, StepDefinition step, Config config) {
    return new TaskStep(run, kit)
        .call(name, kind, policy(step, step.timeout()), config.node())
        .given(config.recorded());
  }

  private StepCall http(String name, String kind, StepDefinition step, Config config) {
    StepCall.Work send = attempt -> kit.requests().send(config.node(), attempt);
    var timeout = step.timeout() == null ? HTTP_TIMEOUT : step.timeout();
    return new StepCall(name, kind, policy(step, timeout), send).given(config.recorded());
  }

  private Json transform(String name, StepDefinition step, Templates.Given given, boolean last) {
    var kind = step.kind().word();
    var value =
        evaluated(name, kind, () -> kit.templates().fill(step.config().get("value"), given));
    StepCall.Work work = attempt -> Values.json(value);
    return live.step(new StepCall(name, kind, StepPolicy.ONCE, work, last));
  }

  private Json call(String name, String kind, StepDefinition step, Templates.Given given) {
    boolean fresh = !live.replayed().steps().containsKey(name);
    var request =
        fresh ? evaluated(name, kind, () -> kit.children().request(live, step, given)) : null;
    return live.calls()
        .call(
            name,
            kind,
            () -> request == null ? kit.children().request(live, step, given) : request,
            step.timeout());
  }

  private StepPolicy policy(StepDefinition step, @Nullable Duration timeout) {
    var retry = run.definition().retryOf(step);
    return new StepPolicy(
        retry == null ? step.maxRetries() + 1 : retry.maxAttempts(),
        retry == null ? Duration.ZERO : retry.delay(),
        retry == null ? 1 : retry.multiplier(),
        retry == null ? Duration.ZERO : retry.maxDelay(),
        retry == null ? 0 : retry.jitter(),
        timeout,
        null,
        StepTypes::isWorthRetrying);
  }

  private static boolean isWorthRetrying(Throwable error) {
    return !(error instanceof StepError step) || step.retryable();
  }
}
