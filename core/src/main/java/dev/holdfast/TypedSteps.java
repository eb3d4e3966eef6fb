package dev.holdfast;

import dev.holdfast.engine.LiveRun;
import dev.holdfast.engine.StepCall;
import dev.holdfast.log.Json;
import java.lang.reflect.Type;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Steps with Java values, on an engine that knows only JSON. */
final class TypedSteps {

  /** What a step does. */
  interface Work<T extends @Nullable Object> {
    T run(StepContext context) throws Exception;
  }

  private final LiveRun run;
  private final Values values;
  private final WorkflowContext.Progress progress;

  TypedSteps(LiveRun run, Values values, WorkflowContext.Progress progress) {
    this.run = run;
    this.values = values;
    this.progress = progress;
  }

  <T extends @Nullable Object> T execute(
      String name, Type type, Work<T> work, Consumer<StepOptions<T>> options) {
    StepCall.Work body = attempt -> values.write(work.run(new StepContext(attempt, values)), type);
    return perform(name, "step", type, body, options);
  }

  <T extends @Nullable Object> T transact(
      String name, Type type, TransactionalStep<T> step, Consumer<StepOptions<T>> options) {
    StepCall.InTransaction body = (attempt, connection) -> values.write(step.run(connection), type);
    return perform(name, "transaction", type, body, options);
  }

  private <T extends @Nullable Object> T perform(
      String name, String kind, Type type, StepCall.Body body, Consumer<StepOptions<T>> options) {
    var chosen = new StepOptions<T>();
    options.accept(chosen);
    progress.asked(run, name);
    T result = read(name, run.step(new StepCall(name, kind, chosen.policy(), body)), type);
    var undo = chosen.compensation();
    if (undo != null) {
      var call = compensation(name, undo, result, chosen);
      run.undoBy(() -> run.step(call));
    }
    return result;
  }

  Json write(@Nullable Object value, Type type) {
    return values.write(value, type);
  }

  /**
   * A value from the log. When it was stored by other code and does not fit, a person must look.
   */
  @SuppressWarnings("TypeParameterUnusedInFormals")
  <T extends @Nullable Object> T read(String name, Json stored, Type type) {
    try {
      return values.read(stored, type);
    } catch (HoldfastException misfit) {
      var known = run.replayed().steps().get(name);
      if (known == null || !known.done()) {
        throw misfit;
      }
      Map<String, List<String>> sides = new LinkedHashMap<>();
      sides.put("recorded", List.of(name, stored.text()));
      sides.put("asked", List.of(name, type.getTypeName()));
      throw run.pause(
          "the stored value of %s no longer fits: %s".formatted(name, misfit.getMessage()),
          Json.ofLists(sides));
    }
  }

  private static <T extends @Nullable Object> StepCall compensation(
      String name, Compensation<T> undo, T result, StepOptions<T> options) {
    StepCall.Work body =
        attempt -> {
          undo.run(result);
          return Json.NULL;
        };
    return new StepCall(name + "~compensate", "compensate", options.compensationPolicy(), body);
  }
}
