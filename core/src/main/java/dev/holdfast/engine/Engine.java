package dev.holdfast.engine;

import dev.holdfast.log.Event;
import dev.holdfast.log.EventCodec;
import dev.holdfast.log.Failure;
import dev.holdfast.log.HeaderFold;
import dev.holdfast.log.Journal;
import dev.holdfast.log.Json;
import dev.holdfast.log.PlantedBug;
import dev.holdfast.log.RunState;
import dev.holdfast.store.Append;
import dev.holdfast.store.Claim;
import dev.holdfast.store.Claimed;
import dev.holdfast.store.Header;
import dev.holdfast.store.HeaderChange;
import dev.holdfast.store.HeaderState;
import dev.holdfast.store.Outcome;
import dev.holdfast.store.RunQuery;
import dev.holdfast.store.RunStatus;
import dev.holdfast.store.Store;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One node: accepts runs, claims them, advances them, and hands them back. The only place where the
 * parts are put together. All methods may be called from any thread.
 */
public final class Engine implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Engine.class);

  /** A full node looks for more work when so many places have become free. */
  private static final int ROOM_STEP = 64;

  /** What the engine takes from the outside world. */
  public record World(Clock clock, Supplier<UUID> ids, RandomGenerator random) {}

  private final Store store;
  private final World world;
  private final EngineOptions options;
  private final Patience patience = new Patience(this::isClosed);
  private final EventCodec codec;
  private final Journal journal;
  private final Watchers watchers;
  private final LeaseKeeper lease;
  private final Claimer claimer;
  private final Outside outside;
  private final LiveRun.Surroundings surroundings;
  private final ConcurrentHashMap<String, Program> programs = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<UUID, LiveRun> live = new ConcurrentHashMap<>();

  /** Runs that this node is responsible for, from before their claim is written to their end. */
  private final Set<UUID> held = ConcurrentHashMap.newKeySet();

  private final Semaphore room;
  private final Showing showing;
  private volatile boolean hungry;
  private volatile boolean claimsUnclear;
  private volatile boolean started;
  private volatile boolean draining;
  private volatile boolean closed;

  public Engine(Store store, World world, EngineOptions options) {
    this.store = store;
    this.world = world;
    this.options = options;
    this.room = new Semaphore(options.runsMax());
    this.codec = new EventCodec(options.inlineCharsMax());
    this.watchers = new Watchers(store, patience);
    this.journal = new Journal(store, options.waitingAppendsMax(), watchers::committed);
    this.lease =
        new LeaseKeeper(
            store, world.clock(), options.lease(), this::newNodeId, this::dropEverything);
    this.surroundings =
        new LiveRun.Surroundings(
            world.clock(), world.random(), options.parkAfter(), () -> draining);
    var pollEvery = options.pollEvery() == null ? store.pollInterval() : options.pollEvery();
    this.claimer = new Claimer(world.clock(), pollEvery, this::claim);
    this.outside = new Outside(store, patience, codec, journal, world.clock(), this::spokenTo);
    this.showing = new Showing(world.clock(), options.showAfter(), live.values());
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

  /**
   * Registers the node and begins to claim. What a crash left behind is the first thing it finds.
   */
  public synchronized void start() {
    if (started) {
      return;
    }
    lease.start();
    started = true;
    store.onHint(claimer::nudge);
    claimer.start();
    claimer.nudge();
  }

  /**
   * Accepts a run. When this returns the run is on stable storage and will not be lost. A request
   * with a key that is taken returns the run it belongs to, provided it asks for the same thing.
   */
  public UUID submit(NewRun request) {
    refuseIfClosed();
    var program = programs.get(request.workflow());
    boolean here = program != null && mayBeginHere(request) && room.tryAcquire();
    return submit(request, here ? program : null, true);
  }

  /** Like {@link #submit(NewRun)}, but runs the program given here and never leaves memory. */
  public UUID runInline(NewRun request, Program program) {
    refuseIfClosed();
    room.acquireUninterruptibly();
    return submit(request, program, false);
  }

  /**
   * Takes a run that nobody is advancing and goes on with it here. False when another node has it,
   * or it has ended.
   */
  public boolean resumeInline(UUID run, Program program) {
    refuseIfClosed();
    room.acquireUninterruptibly();
    if (!held.add(run)) {
      room.release();
      return false;
    }
    patience.ask("claim run " + run, () -> store.claim(claimOf(Set.of(), run, 1)));
    // Not the claim's answer: a claim whose answer was lost has still been made.
    var header = header(run);
    boolean ours = header.isPresent() && node().equals(header.get().state().leasedBy());
    if (!ours) {
      letGo(run);
      return false;
    }
    begin(header.get(), program, false);
    return true;
  }

  /** The run's header once it is terminal; empty when the time is over before that. */
  public Optional<Header> await(UUID run, Duration atMost) throws InterruptedException {
    return watchers.await(run, atMost);
  }

  /** Sends a message to a run; false when the run has ended. */
  public boolean signal(UUID run, String name, Json value, @Nullable String id) {
    return outside.speak(
        run, (state, now) -> List.of(new Event.SignalReceived(now, name, value, id)));
  }

  /** Asks for a run to be cancelled; false when it has ended already. */
  public boolean cancel(UUID run, String reason) {
    return outside.speak(
        run,
        (state, now) -> {
          var request = new Event.RunCancelRequested(now, reason);
          boolean neverBegan = state.status() == RunStatus.PENDING && state.startedAt() == null;
          return neverBegan
              ? List.of(request, new Event.RunCancelled(now, reason))
              : List.of(request);
        });
  }

  public Optional<Header> header(UUID run) {
    return patience.ask("read run " + run, () -> store.header(run));
  }

  public Optional<Header> byKey(String key) {
    return patience.ask("look up " + key, () -> store.find(RunQuery.byKey(key))).stream()
        .findFirst();
  }

  /** What the run's log says now. */
  public RunState state(UUID run) {
    return Logs.fold(store, patience, run);
  }

  public java.time.Instant now() {
    return world.clock().now();
  }

  public Journal.Stats journalStats() {
    return journal.stats();
  }

  /** How many runs are in memory. */
  public int liveRuns() {
    return live.size();
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
    synchronized (this) {
      if (closed || draining) {
        return;
      }
      draining = true;
    }
    claimer.close();
    live.values().forEach(LiveRun::wake);
    awaitEmpty(options.grace());
    closed = true;
    dropEverything();
    awaitEmpty(Duration.ofSeconds(1));
    lease.close();
    showing.close();
    journal.close();
    if (started) {
      try {
        store.leave(lease.node());
      } catch (RuntimeException e) {
        log.warn("Could not give up the lease, it will run out by itself: {}", e.toString());
      }
    }
  }

  private UUID submit(NewRun request, @Nullable Program program, boolean mayPark) {
    var id = world.ids().get();
    var now = world.clock().now();
    var created = request.created(now);
    List<Event> events =
        program == null ? List.of(created) : List.of(created, new Event.RunClaimed(now, node()));
    var state = RunState.fold(id, events);
    var encoded = codec.encode(events);
    var insert = new HeaderChange.Insert(state.header());
    var append = new Append(id, 1, events.size(), encoded.events(), insert, encoded.payloads());
    if (program != null) {
      held.add(id);
    }
    boolean committed = false;
    try {
      committed = journal.append(append) == Outcome.COMMITTED;
    } finally {
      if (!committed && program != null) {
        letGo(id);
      }
    }
    if (!committed) {
      return existing(request);
    }
    if (program != null) {
      launch(state, program, mayPark);
    } else if (started) {
      claimer.nudgeAt(request.runAt() == null ? now : request.runAt());
    }
    return id;
  }

  private UUID existing(NewRun request) {
    var key = Objects.requireNonNull(request.key(), "only a key can be taken");
    var header =
        byKey(key).orElseThrow(() -> new IllegalStateException("the run of " + key + " vanished"));
    var input = request.input() == null ? null : request.input().text();
    if (!header.workflow().equals(request.workflow())) {
      throw new KeyTakenException(key, header.id(), "workflow");
    }
    if (!Objects.equals(header.input(), input)) {
      throw new KeyTakenException(key, header.id(), "input");
    }
    return header.id();
  }

  private boolean mayBeginHere(NewRun request) {
    return started
        && !draining
        && (request.runAt() == null || !request.runAt().isAfter(world.clock().now()));
  }

  private @Nullable Claimed claim(int atMost) {
    if (draining || programs.isEmpty()) {
      return null;
    }
    int places = Math.min(atMost, room.availablePermits());
    if (places == 0 || !room.tryAcquire(places)) {
      return null;
    }
    int used = 0;
    try {
      if (claimsUnclear) {
        used += takeUpUnclear(places);
        claimsUnclear = false;
      }
      claimsUnclear = true;
      var claimed =
          store.claim(claimOf(Set.copyOf(programs.keySet()), null, Math.max(1, places - used)));
      claimsUnclear = false;
      hungry = claimed.runs().size() >= places - used;
      for (var header : claimed.runs()) {
        held.add(header.id());
        used++;
        begin(header, Objects.requireNonNull(programs.get(header.workflow())), true);
      }
      return claimed;
    } finally {
      room.release(places - used);
    }
  }

  /**
   * A claim that ended without an answer may have been made. What is leased to this node without
   * this node knowing of it is taken up here; nobody else would, for the node is alive.
   */
  private int takeUpUnclear(int places) {
    int used = 0;
    var mine = new RunQuery(Set.of(RunStatus.LEASED), null, null, node(), null, places - 1);
    for (var header : store.find(mine)) {
      var program = programs.get(header.workflow());
      if (program != null && held.add(header.id())) {
        used++;
        begin(header, program, true);
      }
    }
    return used;
  }

  private void letGo(UUID run) {
    held.remove(run);
    room.release();
  }

  private Claim claimOf(Set<String> workflows, @Nullable UUID only, int limit) {
    var now = world.clock().now();
    var events = codec.encode(List.of(new Event.RunClaimed(now, node()))).events();
    return new Claim(node(), workflows, only, limit, now, events);
  }

  /** Loads a claimed run and goes on with it. A place in the room is taken already. */
  private void begin(Header header, Program program, boolean mayPark) {
    Thread.ofVirtual()
        .name("holdfast-load")
        .start(
            () -> {
              try {
                var state = Logs.fold(store, patience, header.id());
                if (state.terminal() || !node().equals(state.header().state().leasedBy())) {
                  letGo(header.id());
                  return;
                }
                launch(state, program, mayPark);
              } catch (RuntimeException | Error e) {
                letGo(header.id());
                log.error("Run {} cannot be loaded", header.id(), e);
                outside.pause(header, "its log cannot be read: " + e.getMessage());
              }
            });
  }

  private void launch(RunState state, Program program, boolean mayPark) {
    var node = Objects.requireNonNull(state.header().state().leasedBy());
    var tail = new Tail(store, patience, codec, state.header(), state.seq());
    var run =
        new LiveRun(
            state,
            surroundings,
            mayPark,
            listener -> new RunLog(node, store, journal, tail, listener));
    live.put(run.id(), run);
    showing.look();
    Thread.ofVirtual().name("holdfast-run").start(() -> advance(run, program));
  }

  private void advance(LiveRun run, Program program) {
    try {
      var end = isPoison(run.replayed()) ? givenUp(run.replayed()) : endOf(run, program);
      if (end != null) {
        run.log().commit(end);
      }
    } catch (Unwind unwind) {
      log.debug("Run {} leaves this node: {}", run.id(), unwind.getMessage());
    } catch (RuntimeException | Error e) {
      log.error("Run {} ended unexpectedly", run.id(), e);
    } finally {
      live.remove(run.id(), run);
      letGo(run.id());
      if (started && !draining) {
        comeBack(run);
      }
    }
  }

  /** How the run ends; null when it does not end here. */
  private @Nullable Event endOf(LiveRun run, Program program) {
    Event end;
    try {
      var result = program.run(run);
      var now = world.clock().now();
      var since = Duration.between(run.replayed().created().at(), now);
      end = new Event.RunCompleted(now, result, since.toMillis());
    } catch (Unwind unwind) {
      if (unwind.reason() != Unwind.Reason.CANCELLED) {
        return null;
      }
      var reason = Objects.requireNonNullElse(run.cancelReason(), "");
      return new Event.RunCancelled(world.clock().now(), reason);
    } catch (Throwable error) {
      end = failed(error);
    }
    var interruption = run.interruption();
    boolean mustNotEnd = interruption != null && interruption.reason() != Unwind.Reason.CANCELLED;
    return mustNotEnd ? null : end;
  }

  private Event failed(Throwable error) {
    var now = world.clock().now();
    if (error instanceof StepFailedException step) {
      return new Event.RunFailed(now, step.failure(), step.step(), false);
    }
    return new Event.RunFailed(now, Failure.of(error), null, false);
  }

  private boolean isPoison(RunState state) {
    return state.claimsWithoutProgress() > options.claimsMax()
        && !PlantedBug.CLAIM_NOT_COUNTED.planted();
  }

  private Event givenUp(RunState state) {
    var failure =
        new Failure(
            "Poison",
            "claimed %d times without progress: it seems to end the process that executes it"
                .formatted(state.claimsWithoutProgress()),
            null);
    return new Event.RunFailed(world.clock().now(), failure, null, true);
  }

  /** A run that has left memory is due again some time; a place in the room has become free. */
  private void comeBack(LiveRun run) {
    var wakeAt = run.parkedUntil();
    if (wakeAt != null) {
      claimer.nudgeAt(wakeAt);
    }
    if (hungry && room.availablePermits() % ROOM_STEP == 1) {
      claimer.nudge();
    }
  }

  /** Somebody appended to a run from outside. */
  private void spokenTo(UUID run, HeaderState state) {
    var here = live.get(run);
    if (here != null) {
      here.refresh();
    }
    if (state.status() == RunStatus.PENDING && state.runAt() != null && started) {
      claimer.nudgeAt(state.runAt());
    }
  }

  private void dropEverything() {
    live.values().forEach(run -> run.log().lose("this node has lost its lease or is closing"));
  }

  private void awaitEmpty(Duration atMost) {
    long deadline = atMost.toMillis() / 5 + 1;
    for (long i = 0; i < deadline && !live.isEmpty(); i++) {
      java.util.concurrent.locks.LockSupport.parkNanos(5_000_000);
    }
  }

  private String node() {
    return lease.node();
  }

  private String newNodeId() {
    return options.nodeName() + "-" + Long.toHexString(world.random().nextLong() >>> 16);
  }

  private boolean isClosed() {
    return closed;
  }

  private void refuseIfClosed() {
    if (draining) {
      throw new IllegalStateException("this Holdfast is closed");
    }
  }

  static HeaderState next(HeaderState state, List<Event> events) {
    var next = state;
    for (var event : events) {
      next = HeaderFold.next(next, event);
    }
    return next;
  }
}
