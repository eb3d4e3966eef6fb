package dev.holdfast;

import dev.holdfast.engine.LiveRun;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.random.RandomGenerator;
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
 * <p>A context belongs to one thread; parallel work is done with {@link #async}, {@link #branch}
 * and {@link #map}. When a run leaves memory its code is unwound: {@code finally} blocks run, and
 * calls on the context in them throw.
 */
public final class WorkflowContext {

  private final LiveRun run;
  private final Scope scope;
  private final Owner owner = new Owner();
  private final TypedSteps steps;
  private final Parallel parallel;
  private final Links links;

  WorkflowContext(LiveRun run, Values values, Scope scope, Progress progress) {
    this.run = run;
    this.scope = scope;
    this.steps = new TypedSteps(run, values, progress);
    this.parallel =
        new Parallel(run, scope, steps, prefix -> inner(values, new Scope(prefix), progress));
    this.links = new Links(run, values, steps);
  }

  /** The id of this run. */
  public UUID runId() {
    return run.id();
  }

  // ---- steps ---------------------------------------------------------------------------------

  /**
   * Executes the step and records its result before returning it; or, when it was completed before,
   * returns the recorded result without executing anything.
   */
  public <T extends @Nullable Object> T step(String id, Step<T> step) {
    return step(id, step, options -> {});
  }

  public <T extends @Nullable Object> T step(
      String id, Step<T> step, Consumer<StepOptions<T>> options) {
    return execute(id, ResultTypes.of(id, step), ignored -> step.run(), options);
  }

  /** For results whose type a lambda cannot tell: {@code new Type<List<Order>>() {}}. */
  public <T extends @Nullable Object> T step(String id, Type<T> type, Step<T> step) {
    return step(id, type, step, options -> {});
  }

  public <T extends @Nullable Object> T step(
      String id, Type<T> type, Step<T> step, Consumer<StepOptions<T>> options) {
    return execute(id, type.value(), ignored -> step.run(), options);
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
    TypedSteps.Work<@Nullable Void> work =
        ignored -> {
          action.run();
          return null;
        };
    this.<@Nullable Void>execute(id, Void.class, work, cast(options));
  }

  /** A step that is told which attempt it is, and can keep its progress. */
  public <T extends @Nullable Object> T step(String id, ContextStep<T> step) {
    return step(id, step, options -> {});
  }

  public <T extends @Nullable Object> T step(
      String id, ContextStep<T> step, Consumer<StepOptions<T>> options) {
    return execute(id, ResultTypes.of(id, step), step::run, options);
  }

  /**
   * A step whose writes to the store's own database commit together with its completion: both or
   * neither, exactly once. Keep it short; on SQLite nothing else is written meanwhile.
   */
  public <T extends @Nullable Object> T transaction(String id, TransactionalStep<T> step) {
    return transaction(id, step, options -> {});
  }

  /** The same with options. An attempt that fails or takes too long is rolled back. */
  public <T extends @Nullable Object> T transaction(
      String id, TransactionalStep<T> step, Consumer<StepOptions<T>> options) {
    return transact(id, ResultTypes.of(id, step), step, options);
  }

  public <T extends @Nullable Object> T transaction(
      String id, Type<T> type, TransactionalStep<T> step) {
    return transact(id, type.value(), step, options -> {});
  }

  // ---- time and messages ---------------------------------------------------------------------

  /** Waits. Survives restarts; a long wait holds neither a thread nor memory. */
  public void sleep(String id, Duration duration) {
    run.sleep(next(id), duration);
  }

  /**
   * Waits for a signal, which may have come already. The n-th wait for a signal in a run gets the
   * n-th one that was sent.
   */
  public <T extends @Nullable Object> T await(Signal<T> signal) {
    var name = next(signal.name());
    return steps.read(
        name, run.facts().signal(name, signal.name(), null).orElseThrow(), signal.type());
  }

  /** Like {@link #await(Signal)}, but empty when none has come after so long. */
  public <T> Optional<T> await(Signal<T> signal, Duration atMost) {
    var name = next(signal.name());
    return run.facts()
        .signal(name, signal.name(), atMost)
        .map(value -> steps.<T>read(name, value, signal.type()));
  }

  /** Shows a value to the outside, where {@link Run#published} reads it. The newest one counts. */
  public void publish(String name, Object value) {
    run.facts().publish(next("publish:" + name), name, steps.write(value, value.getClass()));
  }

  // ---- parallel ------------------------------------------------------------------------------

  /** Begins the step beside the workflow's own thread. */
  public <T extends @Nullable Object> Pending<T> async(String id, Step<T> step) {
    return async(id, step, options -> {});
  }

  public <T extends @Nullable Object> Pending<T> async(
      String id, Step<T> step, Consumer<StepOptions<T>> options) {
    owner.check();
    return parallel.async(id, ResultTypes.of(id, step), ignored -> step.run(), options);
  }

  public <T extends @Nullable Object> Pending<T> async(String id, Type<T> type, Step<T> step) {
    owner.check();
    return parallel.async(id, type.value(), ignored -> step.run(), options -> {});
  }

  /**
   * Begins a branch of several steps, with a scope of its own, beside the workflow's own thread.
   */
  public <T extends @Nullable Object> Pending<T> branch(String id, RunBody<T> body) {
    owner.check();
    return parallel.branch(id, body);
  }

  /**
   * Waits for all of these. The first failure cancels the others (those that finished stay
   * recorded) and is thrown.
   */
  public void all(Pending<?>... branches) {
    owner.check();
    Pending.awaitAll(run, List.of(branches));
  }

  /**
   * Waits for the first of these to end, cancels the others, and returns its result or throws its
   * error. Which one was first is recorded.
   */
  @SafeVarargs
  @SuppressWarnings("varargs") // Copied, and nothing is ever put into it.
  public final <T extends @Nullable Object> T race(Pending<? extends T>... branches) {
    return parallel.race(next("race"), List.of(branches));
  }

  /**
   * Does something with each item, several at a time, each in a scope of its own that is named by
   * the item's key: no two items may have the same. Results come in the order of the items; the
   * first failure cancels the others and is thrown.
   */
  public <I, T extends @Nullable Object> List<T> map(
      String id, Collection<I> items, Function<? super I, ?> keyOf, ItemBody<I, T> body) {
    return map(id, items, keyOf, body, options -> {});
  }

  public <I, T extends @Nullable Object> List<T> map(
      String id,
      Collection<I> items,
      Function<? super I, ?> keyOf,
      ItemBody<I, T> body,
      Consumer<MapOptions> options) {
    owner.check();
    return parallel.map(id, items, keyOf, body, options);
  }

  // ---- other runs ----------------------------------------------------------------------------

  /**
   * Runs another workflow and waits for its result. Should this run be cancelled, so is that one.
   *
   * @throws ChildFailedException when it fails or is cancelled
   */
  public <I extends @Nullable Object, O extends @Nullable Object> O call(
      Workflow<I, O> workflow, I input) {
    return call(workflow.name(), workflow, input);
  }

  public <I extends @Nullable Object, O extends @Nullable Object> O call(
      String id, Workflow<I, O> workflow, I input) {
    return links.call(next(id), workflow, input);
  }

  /** Starts another workflow that lives its own life, once. */
  public <I extends @Nullable Object, O extends @Nullable Object> Run<O> start(
      Workflow<I, O> workflow, I input) {
    return start(workflow, input, options -> {});
  }

  public <I extends @Nullable Object, O extends @Nullable Object> Run<O> start(
      Workflow<I, O> workflow, I input, Consumer<StartOptions> options) {
    return links.start(next(workflow.name()), workflow, input, options);
  }

  // ---- what must not change when code runs again ---------------------------------------------

  /** The time; the same one whenever this call is replayed. */
  public Instant now() {
    return links.now(next("now"));
  }

  /** A source of chance that gives the same numbers whenever this call is replayed. */
  public RandomGenerator random() {
    return links.random(next("random"));
  }

  /** A new id, the same one whenever this call is replayed. Unique, but not a secret. */
  public UUID uuid() {
    return links.uuid(next("uuid"));
  }

  /**
   * Which side of a change in the code this run is on: {@code max} when it comes here for the first
   * time, 0 when it had passed here before the change was made. Once known it stays.
   *
   * <pre>{@code
   * if (wf.version("fraud-check", 1) >= 1) {
   *   wf.step("fraud", () -> fraud.check(order));
   * }
   * }</pre>
   */
  public int version(String change, int max) {
    owner.check();
    return run.facts().version(change, () -> run.isBehind(scope.prefix()) ? 0 : max);
  }

  /** The body has returned: what it left running beside it must end well too. */
  void finish() {
    parallel.finish();
  }

  /** The body has been left: nothing may go on beside it. */
  void abandon(Throwable why) {
    parallel.abandon(why);
  }

  private WorkflowContext inner(Values values, Scope inside, Progress progress) {
    return new WorkflowContext(run, values, inside, progress);
  }

  private <T extends @Nullable Object> T execute(
      String id,
      java.lang.reflect.Type type,
      TypedSteps.Work<T> work,
      Consumer<StepOptions<T>> options) {
    var name = next(id);
    return owner.inside(id, () -> steps.execute(name, type, work, options));
  }

  private <T extends @Nullable Object> T transact(
      String id,
      java.lang.reflect.Type type,
      TransactionalStep<T> step,
      Consumer<StepOptions<T>> options) {
    var name = next(id);
    return owner.inside(id, () -> steps.transact(name, type, step, options));
  }

  private String next(String id) {
    owner.check();
    return scope.next(id);
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
