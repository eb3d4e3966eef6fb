package dev.holdfast;

import com.fasterxml.uuid.Generators;
import dev.holdfast.engine.Engine;
import dev.holdfast.engine.EngineOptions;
import dev.holdfast.engine.LiveRun;
import dev.holdfast.engine.NewRun;
import dev.holdfast.engine.Observer;
import dev.holdfast.engine.Program;
import dev.holdfast.engine.StepCall;
import dev.holdfast.log.Json;
import dev.holdfast.store.RunStatus;
import dev.holdfast.store.Store;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The entrance: a store, and a node that runs workflows on it.
 *
 * <pre>{@code
 * try (var holdfast = Holdfast.open("app.db")) {
 *   var greeting = holdfast.run("greet-ada", wf -> {
 *     var name = wf.step("look-up", () -> directory.nameOf("ada"));
 *     wf.step("greet", () -> mailer.greet(name));
 *     return name;
 *   });
 * }
 * }</pre>
 *
 * <p>Kill the process anywhere and run it again: completed steps are not executed again.
 */
public final class Holdfast implements AutoCloseable {

  /** The workflow name of runs whose code is given on the spot. */
  static final String INLINE = "inline";

  private static final Duration TAKE_OVER_EVERY = Duration.ofMillis(200);
  private static final Set<RunStatus> FAILED = Set.of(RunStatus.FAILED, RunStatus.CANCELLED);

  private final Store store;
  private final Engine engine;
  private final Duration lease;
  private final Values values = new Values();
  private final Runnable onClose;

  private Holdfast(
      Store store, Engine.World world, EngineOptions options, Observer observer, Runnable onClose) {
    this.store = store;
    this.engine = new Engine(store, world, options, observer);
    this.lease = options.lease();
    this.onClose = onClose;
  }

  /**
   * Opens a store: the path of a SQLite file, which is created if need be, or the JDBC URL of a
   * PostgreSQL database. Nothing runs before {@link #start} or {@link #run}.
   */
  public static Holdfast open(String pathOrUrl) {
    return open(pathOrUrl, EngineOptions.defaults());
  }

  /** Like {@link #open(String)}, with other settings for the node. */
  public static Holdfast open(String pathOrUrl, EngineOptions options) {
    var store = Stores.open(pathOrUrl);
    try {
      return on(store, options);
    } catch (RuntimeException | Error e) {
      store.close();
      throw e;
    }
  }

  /** Over a store that is open already; closing this closes the store. */
  public static Holdfast on(Store store, EngineOptions options) {
    return on(store, options, Observer.NONE);
  }

  /** Like {@link #on(Store, EngineOptions)}, with somebody who watches what the node does. */
  public static Holdfast on(Store store, EngineOptions options, Observer observer) {
    var clock = new SystemClock(store::now);
    var ids = Generators.timeBasedEpochGenerator();
    var world = new Engine.World(clock, ids::generate, new SecureRandom());
    return new Holdfast(store, world, options, observer, clock::close);
  }

  /** With everything given, for tests that move the clock. */
  public static Holdfast on(Store store, Engine.World world, EngineOptions options) {
    return new Holdfast(store, world, options, Observer.NONE, () -> {});
  }

  /**
   * Registers a workflow. The name carries the version ({@code shop.pay.v1}); versions live side by
   * side, and a run stays on the one it was started with.
   */
  public <I extends @Nullable Object, O extends @Nullable Object> Workflow<I, O> workflow(
      String name, Class<I> input, Class<O> result, WorkflowBody<I, O> body) {
    return register(name, input, result, body);
  }

  public <I extends @Nullable Object, O extends @Nullable Object> Workflow<I, O> workflow(
      String name, Type<I> input, Type<O> result, WorkflowBody<I, O> body) {
    return register(name, input.value(), result.value(), body);
  }

  /**
   * Registers a job: a workflow of one step, for work that only has to be done, once, later, or
   * again until it succeeds. Its completion and the run's are one commit, so it costs a third less
   * than a workflow that calls one step.
   */
  public <I extends @Nullable Object, O extends @Nullable Object> Workflow<I, O> job(
      String name, Class<I> input, Class<O> result, Job<I, O> work) {
    return job(name, input, result, work, options -> {});
  }

  public <I extends @Nullable Object, O extends @Nullable Object> Workflow<I, O> job(
      String name,
      Class<I> input,
      Class<O> result,
      Job<I, O> work,
      Consumer<StepOptions<O>> options) {
    var chosen = new StepOptions<O>();
    options.accept(chosen);
    engine.register(
        name,
        live -> {
          I value = inputOf(live, input);
          StepCall.Work step = attempt -> values.write(work.run(value), result);
          return live.step(new StepCall(Job.STEP, "step", chosen.policy(), step, true));
        });
    return new Workflow<>(engine, values, name, input, result);
  }

  /** Begins to run workflows. What an earlier process left unfinished goes on. */
  public Holdfast start() {
    engine.start();
    return this;
  }

  /**
   * Executes or resumes durable code under an id, here and now, and returns its result. Steps that
   * were completed under this id before are not executed again; an id that has finished returns its
   * stored result at once.
   */
  public <T extends @Nullable Object> T run(String id, RunBody<T> body) {
    return run(id, ResultTypes.of(id, body), body);
  }

  public <T extends @Nullable Object> T run(String id, Type<T> type, RunBody<T> body) {
    return run(id, type.value(), body);
  }

  /** Like {@link #run}, for code that returns nothing. */
  public void execute(String id, RunAction body) {
    RunBody<@Nullable Void> returning =
        wf -> {
          body.run(wf);
          return null;
        };
    this.<@Nullable Void>run(id, Void.class, returning);
  }

  /**
   * Runs an id that has failed again, from where it failed: what it had completed is not executed
   * again, what it had undone is. An id that has not failed is run as usual.
   */
  public <T extends @Nullable Object> T retry(String id, RunBody<T> body) {
    engine
        .newest(id)
        .filter(known -> FAILED.contains(known.state().status()))
        .ifPresent(failed -> engine.retry(failed.id()));
    return run(id, body);
  }

  /** A handle on a run by its id. */
  public <O extends @Nullable Object> Run<O> find(UUID run, Class<O> resultType) {
    return new Run<>(engine, values, run, resultType, false);
  }

  /** What lies below: for the server, the command line and the testkit. */
  public Engine engine() {
    return engine;
  }

  /** Stops claiming, lets running steps finish, hands over the rest and closes the store. */
  @Override
  public void close() {
    engine.close();
    onClose.run();
    store.close();
  }

  private <I extends @Nullable Object, O extends @Nullable Object> Workflow<I, O> register(
      String name,
      java.lang.reflect.Type input,
      java.lang.reflect.Type result,
      WorkflowBody<I, O> body) {
    engine.register(
        name,
        live -> {
          var context =
              new WorkflowContext(live, values, new Scope(""), WorkflowContext.Progress.NONE);
          I given = inputOf(live, input);
          return values.write(Parallel.inBody(context, wf -> body.run(wf, given)), result);
        });
    return new Workflow<>(engine, values, name, input, result);
  }

  private <T extends @Nullable Object> T run(
      String id, java.lang.reflect.Type type, RunBody<T> body) {
    engine.start();
    Program program =
        live -> {
          var context =
              new WorkflowContext(live, values, new Scope(""), WorkflowContext.Progress.NONE);
          return values.write(Parallel.inBody(context, body), type);
        };
    var known = engine.newest(id);
    UUID run;
    if (known.isEmpty()) {
      run = engine.runInline(NewRun.of(INLINE, null, id), program);
    } else {
      run = known.get().id();
      if (!known.get().state().status().terminal()) {
        takeOver(id, run, program);
      }
    }
    return new Run<T>(engine, values, run, type, false).join();
  }

  @SuppressWarnings("TypeParameterUnusedInFormals")
  private <I extends @Nullable Object> I inputOf(LiveRun live, java.lang.reflect.Type type) {
    var given = live.replayed().created().input();
    return values.read(given == null ? Json.NULL : given, type);
  }

  /**
   * Goes on with a run that an earlier process began. Whether that process is dead may be known
   * only once its lease is over, so it is waited for.
   */
  private void takeOver(String id, UUID run, Program program) {
    long tries = lease.dividedBy(TAKE_OVER_EVERY) + 1;
    for (long i = 0; i < tries; i++) {
      if (engine.resumeInline(run, program) || hasEnded(run)) {
        return;
      }
    }
    throw new HoldfastException(
        "'%s' (run %s) is being run by another process or thread right now".formatted(id, run));
  }

  private boolean hasEnded(UUID run) {
    try {
      return engine.await(run, TAKE_OVER_EVERY).isPresent();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new HoldfastException("interrupted while waiting for run " + run, e);
    }
  }
}
