package dev.holdfast.engine;

import dev.holdfast.log.Event;
import dev.holdfast.log.EventCodec;
import dev.holdfast.log.Journal;
import dev.holdfast.log.Json;
import dev.holdfast.log.RunState;
import dev.holdfast.store.Header;
import dev.holdfast.store.HeaderState;
import dev.holdfast.store.RunQuery;
import dev.holdfast.store.RunStatus;
import dev.holdfast.store.Store;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * One node: accepts runs, claims them, advances them, and hands them back. The only place where the
 * parts of the engine are put together. All methods may be called from any thread.
 */
public final class Engine implements Others, AutoCloseable {

  /** What the engine takes from the outside world. */
  public record World(Clock clock, Supplier<UUID> ids, RandomGenerator random) {}

  private final Store store;
  private final World world;
  private final EngineOptions options;
  private final Patience patience = new Patience(() -> this.closed);
  private final EventCodec codec;
  private final Journal journal;
  private final Watchers watchers;
  private final LeaseKeeper lease;
  private final Claimer claimer;
  private final Outside outside;
  private final ConcurrentHashMap<String, Program> programs = new ConcurrentHashMap<>();
  private final @Nullable Workers workers;
  private final LiveRuns runs;
  private final Intake intake;
  private final ReentrantLock starting = new ReentrantLock();
  private volatile boolean started;
  private volatile boolean draining;
  private volatile boolean closed;

  public Engine(Store store, World world, EngineOptions options) {
    this(store, world, options, Observer.NONE);
  }

  /**
   * @param observer told of everything this node does
   */
  public Engine(Store store, World world, EngineOptions options, Observer observer) {
    this.store = store;
    this.world = world;
    this.options = options;
    this.codec = new EventCodec(options.inlineCharsMax());
    this.watchers = new Watchers(store, patience, this::holds);
    this.journal = new Journal(store, options.waitingAppendsMax(), watchers::committed);
    this.lease =
        new LeaseKeeper(store, world.clock(), options.lease(), this::newNodeId, this::leaseLost);
    this.workers = options.workers() == null ? null : new Workers(options.workers(), world.clock());
    var surroundings =
        Surroundings.of(world, options.parkAfter(), () -> draining, this, observer, workers);
    var shared =
        new LiveRuns.Shared(
            store, journal, codec, patience, surroundings, lease::node, options.claimsMax());
    var housekeeping = new Housekeeping(watchers, this::outside, this::claimer);
    this.runs = new LiveRuns(shared, options, programs, housekeeping);
    var pollEvery = options.pollEvery() == null ? store.pollInterval() : options.pollEvery();
    this.claimer =
        new Claimer(
            world.clock(),
            pollEvery,
            Room.batch(options.workers()),
            atMost -> draining ? null : runs.claim(atMost));
    this.intake = new Intake(shared, world, runs, this::byKey, this::announce);
    this.outside = new Outside(store, patience, codec, journal, world.clock(), this::spokenTo);
  }

  /** Gives the engine the code of a workflow; it claims only runs it has code for. */
  public void register(String workflow, Program program) {
    if (programs.putIfAbsent(workflow, program) != null) {
      throw new IllegalArgumentException("workflow " + workflow + " is registered already");
    }
    if (started) {
      claimer.nudge();
    }
  }

  /** Whether this node has the code of the workflow. */
  public boolean knows(String workflow) {
    return programs.containsKey(workflow);
  }

  /** Registers the node and begins to claim; what a crash left behind is what it finds first. */
  public void start() {
    starting.lock();
    try {
      refuseIfClosed();
      if (started) {
        return;
      }
      lease.start();
      started = true;
      store.onHint(claimer::nudge);
      claimer.start();
      claimer.nudge();
      claimer.nudgeAt(runs.recoverFrom());
      if (workers != null) {
        workers.start();
      }
    } finally {
      starting.unlock();
    }
  }

  /** Whether what was left behind has been taken up, as far as there is room; waits for it. */
  public boolean awaitRecovery(Duration atMost) throws InterruptedException {
    return claimer.awaitLook(atMost);
  }

  /**
   * Whether this node takes what is due. False when it has failed to for as long as a node that
   * says nothing is believed alive: its lease may well be renewed by another thread meanwhile.
   */
  public boolean claims() {
    return !claimer.isBehind(options.lease());
  }

  /**
   * Accepts a run. When this returns the run is on stable storage and will not be lost. A request
   * with a key that is taken returns the run it belongs to, provided it asks for the same thing.
   */
  @Override
  public UUID submit(NewRun request) {
    return accept(request, Manner.USUAL).run();
  }

  /**
   * Like {@link #submit(NewRun)}, but the calling thread itself advances the run until it ends or
   * leaves memory, where this node has room for it. No other thread has to wake up.
   */
  public Executed execute(NewRun request) {
    return accept(request, Manner.LENT);
  }

  /**
   * Accepts a run inside the caller's own transaction on the store's database: it is there when
   * that commits, and never was when that rolls back.
   */
  public UUID enqueue(Connection connection, NewRun request) throws SQLException {
    refuseIfClosed();
    if (connection.getAutoCommit()) {
      throw new IllegalArgumentException(
          "the connection has no transaction to take part in: call setAutoCommit(false) first");
    }
    return intake.enqueue(connection, request);
  }

  /** Like {@link #submit(NewRun)}, but runs the program given here and never leaves memory. */
  public UUID runInline(NewRun request, Program program) {
    refuseIfClosed();
    runs.room().enter();
    return intake.accept(request, program, Manner.KEPT).run();
  }

  /**
   * Takes a run that nobody is advancing and goes on with it here. False when somebody has it, or
   * it has ended.
   */
  public boolean resumeInline(UUID run, Program program) {
    refuseIfClosed();
    return intake.resume(run, program, this::header);
  }

  /**
   * What became of the run once it is terminal, or paused until a person decides; empty when the
   * time is over before that.
   */
  public Optional<HeaderState> await(UUID run, Duration atMost) throws InterruptedException {
    return watchers.await(run, atMost);
  }

  /** Sends a message to a run; false when it has ended. An id that was sent before is dropped. */
  public boolean signal(UUID run, String name, Json value, @Nullable String id) {
    Overrides.refuseReserved(name);
    return outside.speak(
        run, (state, now) -> List.of(new Event.SignalReceived(now, name, value, id)));
  }

  /** Asks for a run to be cancelled; false when it has ended already. */
  @Override
  public boolean cancel(UUID run, String reason) {
    return outside.speak(
        run,
        (state, now) -> {
          var request = new Event.RunCancelRequested(now, reason);
          boolean neverBegan = state.status() == RunStatus.PENDING && state.startedAt() == null;
          boolean called = header(run).map(h -> h.parentStep() != null).orElse(false);
          return neverBegan && !called
              ? List.of(request, new Event.RunCancelled(now, reason))
              : List.of(request);
        });
  }

  @Override
  public Optional<Header> header(UUID run) {
    return patience.ask("read run " + run, () -> store.header(run));
  }

  @Override
  public Optional<Header> byKey(String key) {
    return patience.ask("look up " + key, () -> store.find(RunQuery.byKey(key))).stream()
        .findFirst();
  }

  /** Replays a history against the code of its workflow, and executes and writes nothing. */
  public Rehearsal rehearse(RunState history) {
    return runs.rehearse(history);
  }

  /** The newest run of this key: a run that failed is followed by its retries. */
  public Optional<Header> newest(String key) {
    return intake.newest(key);
  }

  /**
   * Runs a failed or cancelled run again, as a new run that begins with what it had completed.
   * Asked for again, it returns the same new run.
   */
  public UUID retry(UUID run) {
    refuseIfClosed();
    return intake.retry(run);
  }

  /**
   * Lets a paused run go on, as somebody has decided: {@link RunState#ACCEPT} leaves behind the
   * recorded steps that the code no longer asks for, any other word looks again. False when the run
   * has ended or is not paused.
   */
  public boolean resume(UUID run, String decision) {
    return outside.resume(run, decision);
  }

  /**
   * Gives up a paused run and goes on in a new one, which begins with what this one had completed
   * as far as the code still asks for it.
   */
  public UUID fork(UUID run) {
    refuseIfClosed();
    var copy = intake.fork(run);
    cancel(run, "forked as " + copy);
    return copy;
  }

  /** What the run's log says now. */
  public RunState state(UUID run) {
    return Logs.fold(store, patience, run);
  }

  public Instant now() {
    return world.clock().now();
  }

  /** What can be done about single steps. */
  public Operations operations() {
    refuseIfClosed();
    return new Operations(outside, intake);
  }

  public Clock clock() {
    return world.clock();
  }

  public Journal.Stats journalStats() {
    return journal.stats();
  }

  /** Who executes steps; null when any number may execute at once. */
  public @Nullable Workers workers() {
    return workers;
  }

  /** How many runs are in memory. */
  public int liveRuns() {
    return runs.size();
  }

  /** The node's identity; a new one at every start. */
  public String node() {
    return lease.node();
  }

  public Store store() {
    return store;
  }

  /**
   * Stops claiming, lets running steps finish, hands the rest over to whoever comes next. What does
   * not finish within the grace time is interrupted and will be executed again.
   */
  @Override
  public void close() {
    starting.lock();
    try {
      if (draining) {
        return;
      }
      draining = true;
    } finally {
      starting.unlock();
    }
    claimer.close();
    if (workers != null) {
      workers.close();
    }
    runs.wakeAll();
    runs.awaitEmpty(options.grace());
    closed = true;
    runs.drop("this node is closing");
    runs.awaitEmpty(Duration.ofSeconds(1));
    lease.close();
    runs.close();
    journal.close();
    if (started) {
      lease.giveUp();
    }
  }

  private Executed accept(NewRun request, Manner manner) {
    refuseIfClosed();
    var program = programs.get(request.workflow());
    boolean here = program != null && mayBeginNow(request) && runs.room().tryEnter();
    var accepted = intake.accept(request, here ? program : null, manner);
    if (!here) {
      runs.stored(request.priority());
    }
    return accepted;
  }

  private boolean mayBeginNow(NewRun request) {
    return started && !draining && (request.runAt() == null || !request.runAt().isAfter(now()));
  }

  /** Somebody appended to a run from outside. */
  private void spokenTo(UUID run, HeaderState state) {
    var here = runs.get(run);
    if (here != null) {
      here.refresh();
    }
    if (state.status() == RunStatus.PENDING && state.runAt() != null) {
      announce(state.runAt());
    }
  }

  /** A run is due at that time, and no node has it yet. */
  private void announce(Instant due) {
    if (started && !draining) {
      claimer.nudgeAt(due);
    }
  }

  /** Not all runs: some may have been claimed under the new identity by now. */
  private void leaseLost(String node) {
    runs.dropHeldBy(node, "this node has lost its lease");
    claimer.nudge();
  }

  private Claimer claimer() {
    return claimer;
  }

  private Outside outside() {
    return outside;
  }

  private boolean holds(UUID run) {
    return runs.holds(run);
  }

  private String newNodeId() {
    return options.nodeName() + "-" + Long.toHexString(world.random().nextLong() >>> 16);
  }

  private void refuseIfClosed() {
    if (draining) {
      throw new IllegalStateException("this Holdfast is closed");
    }
  }
}
