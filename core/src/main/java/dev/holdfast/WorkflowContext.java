package dev.holdfast;

import dev.holdfast.engine.LiveRun;
import dev.holdfast.engine.StepCall;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What durable code does everything with that must survive. Every call is recorded: when the code
 * runs again after a restart, a call that was completed returns at once what it returned then.
 *
 * <pre>{@code
 * var user = wf.step("create-user", () -> users.create(name));
 * wf.sleep("cool-off", ofDays(1));
 * wf.transaction("book", db -> ledger.book(db, user));
 * }</pre>
 *
 * <p>A context belongs to one thread; parallel work is done with {@link #async}. When a run leaves
 * memory its code is unwound: {@code finally} blocks run, and calls on the context in them throw.
 */
public final class WorkflowContext {

  private final LiveRun run;
  private final Values values;
  private final Scope scope;
  private final Progress progress;
  private @Nullable Thread owner;
  private @Nullable String inside;

  WorkflowContext(LiveRun run, Values values, Scope scope, Progress progress) {
    this.run = run;
    this.values = values;
    this.scope = scope;
    this.progress = progress;
  }

  /** The id of this run. */
  public UUID runId() {
    return run.id();
  }

  /**
   * Executes the step and records its result before returning it; or, when it was completed before,
   * returns the recorded result without executing anything.
   */
  public <T extends @Nullable Object> T step(String id, Step<T> step) {
    return step(id, step, options -> {});
  }

  public <T extends @Nullable Object> T step(
      String id, Step<T> step, Consumer<StepOptions<T>> options) {
    return execute(id, ResultTypes.of(id, step), step, options);
  }

  /** For results whose type a lambda cannot tell: {@code new Type<List<Order>>() {}}. */
  public <T extends @Nullable Object> T step(String id, Type<T> type, Step<T> step) {
    return step(id, type, step, options -> {});
  }

  public <T extends @Nullable Object> T step(
      String id, Type<T> type, Step<T> step, Consumer<StepOptions<T>> options) {
    return execute(id, type.value(), step, options);
  }

  /** A step without a result. */
  public void step(String id, Action action) {
    step(id, action, options -> {});
  }

  /**
   * Like {@link #step(String, Action)}. The type of the options is as wide as it is so that the
   * compiler prefers a step with a result wherever the code could be read as either.
   */
  public void step(
      String id,
      Action action,
      Consumer<? extends StepOptions<? extends @Nullable Object>> options) {
    this.<@Nullable Void>execute(id, Void.class, asStep(action), cast(options));
  }

  /**
   * A step whose writes to the store's own database commit together with its completion: both or
   * neither, exactly once. Keep it short; on SQLite nothing else is written meanwhile.
   */
  public <T extends @Nullable Object> T transaction(String id, TransactionalStep<T> step) {
    return transaction(id, ResultTypes.of(id, step), step);
  }

  public <T extends @Nullable Object> T transaction(
      String id, Type<T> type, TransactionalStep<T> step) {
    return transaction(id, type.value(), step);
  }

  /** Waits. Survives restarts; a long wait holds neither a thread nor memory. */
  public void sleep(String id, Duration duration) {
    var name = enter(id);
    run.sleep(name, duration);
  }

  /** Begins the step beside the workflow's own thread. */
  public <T extends @Nullable Object> Pending<T> async(String id, Step<T> step) {
    return async(id, step, options -> {});
  }

  public <T extends @Nullable Object> Pending<T> async(
      String id, Step<T> step, Consumer<StepOptions<T>> options) {
    check();
    var type = ResultTypes.of(id, step);
    var name = scope.begin(id);
    var call = call(name, type, step, options);
    return new Pending<>(run, name, () -> values.read(run.step(call), type), () -> scope.ended(id));
  }

  /**
   * Begins a branch of several steps, with a scope of its own, beside the workflow's own thread.
   */
  public <T extends @Nullable Object> Pending<T> branch(String id, RunBody<T> body) {
    check();
    var name = scope.begin(id);
    var inner = new WorkflowContext(run, values, new Scope(name + "/"), progress);
    return new Pending<>(run, name, () -> body.run(inner), () -> scope.ended(id));
  }

  /**
   * Waits for all of these. The first failure cancels the others (those that finished stay
   * recorded) and is thrown.
   */
  public void all(Pending<?>... branches) {
    check();
    Pending.awaitAll(run, List.of(branches));
  }

  private <T extends @Nullable Object> T execute(
      String id, java.lang.reflect.Type type, Step<T> step, Consumer<StepOptions<T>> options) {
    var call = call(enter(id), type, step, options);
    inside = id;
    try {
      return values.read(run.step(call), type);
    } finally {
      inside = null;
    }
  }

  private <T extends @Nullable Object> StepCall call(
      String name, java.lang.reflect.Type type, Step<T> step, Consumer<StepOptions<T>> options) {
    var chosen = new StepOptions<T>();
    options.accept(chosen);
    progress.asked(run, name);
    StepCall.Work work = attempt -> values.write(step.run(), type);
    return new StepCall(name, "step", chosen.policy(), work);
  }

  private <T extends @Nullable Object> T transaction(
      String id, java.lang.reflect.Type type, TransactionalStep<T> step) {
    var name = enter(id);
    progress.asked(run, name);
    StepCall.InTransaction work = (attempt, connection) -> values.write(step.run(connection), type);
    inside = id;
    try {
      var call = new StepCall(name, "transaction", Retry.none().policy(null), work);
      return values.read(run.step(call), type);
    } finally {
      inside = null;
    }
  }

  private String enter(String id) {
    check();
    return scope.next(id);
  }

  /** Refuses what would be recorded wrongly or not at all. */
  private void check() {
    var thread = Thread.currentThread();
    if (owner == null) {
      owner = thread;
    }
    if (!thread.equals(owner)) {
      throw new HoldfastException(
          "This context belongs to another thread. For parallel work use wf.async or wf.branch, and"
              + " inside a branch the context it is given.");
    }
    if (inside != null) {
      throw new HoldfastException(
          "Step '%s' calls the context it was called from. A step cannot contain others:"
                  .formatted(inside)
              + " call them one after the other from the workflow itself.");
    }
  }

  private static Step<@Nullable Void> asStep(Action action) {
    return () -> {
      action.run();
      return null;
    };
  }

  @SuppressWarnings("unchecked")
  private static Consumer<StepOptions<@Nullable Void>> cast(Consumer<?> options) {
    return (Consumer<StepOptions<@Nullable Void>>) options;
  }

  /** Told of every step the code asks for, whether it is executed or found in the log. */
  interface Progress {
    Progress NONE = (run, name) -> {};

    void asked(LiveRun run, String name);
  }
}
