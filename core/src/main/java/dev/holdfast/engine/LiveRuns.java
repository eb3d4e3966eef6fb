package dev.holdfast.engine;

import dev.holdfast.log.Event;
import dev.holdfast.log.EventCodec;
import dev.holdfast.log.Failure;
import dev.holdfast.log.Journal;
import dev.holdfast.log.PlantedBug;
import dev.holdfast.log.RunState;
import dev.holdfast.store.Claim;
import dev.holdfast.store.Claimed;
import dev.holdfast.store.Header;
import dev.holdfast.store.HeaderState;
import dev.holdfast.store.RunStatus;
import dev.holdfast.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The runs in this node's memory: takes them in, lets their programs advance them, and writes how
 * they end. There is room for so many; each one holds a place from before its claim is written
 * until it has left.
 */
final class LiveRuns {

  private static final Logger log = LoggerFactory.getLogger(LiveRuns.class);

  /**
   * A place in the room. The same run may come back while its old threads are still leaving, so a
   * place is given up by whoever holds that very one.
   */
  static final class Place {}

  /** What the live runs share. */
  record Shared(
      Store store,
      Journal journal,
      EventCodec codec,
      Patience patience,
      Surroundings surroundings,
      Supplier<String> node,
      int claimsMax) {}

  /** What the live runs tell the node. */
  interface Listener {
    /** A run has left; it is due again at that time, or has ended or gone elsewhere (null). */
    void left(UUID run, @Nullable Instant dueAgain);

    /** There is room for runs that wait in the store. */
    void roomForMore();

    /** A run that was called has ended, and its caller must know before this returns. */
    void tell(UUID caller, Event.ChildEnded ended);

    /** A run that was claimed cannot be loaded. */
    void unreadable(Header header, Throwable why);
  }

  private final Shared shared;
  private final Listener listener;
  private final Map<String, Program> programs;
  private final Room room;
  private final ConcurrentHashMap<UUID, Place> held = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<UUID, LiveRun> live = new ConcurrentHashMap<>();
  private final Ending ending;
  private final Showing showing;
  private final Instant recoverFrom;
  private final UnclearClaims unclear;

  LiveRuns(Shared shared, EngineOptions options, Map<String, Program> programs, Listener listener) {
    this.shared = shared;
    this.listener = listener;
    this.programs = programs;
    var surroundings = shared.surroundings();
    this.room = new Room(options.runsMax(), surroundings.workers(), surroundings.rest()::runs);
    if (surroundings.workers() != null) {
      surroundings.rest().onBegin(this::lookForMore);
    }
    this.recoverFrom = clock().now().plus(options.recoverAfter());
    this.ending = new Ending(clock(), listener::tell);
    this.unclear = new UnclearClaims(shared, programs, this);
    this.showing = new Showing(clock(), options.showAfter(), live.values());
  }

  /** Whether this node is responsible for the run. */
  boolean holds(UUID run) {
    return held.containsKey(run);
  }

  @Nullable LiveRun get(UUID run) {
    return live.get(run);
  }

  int size() {
    return live.size();
  }

  Room room() {
    return room;
  }

  /** When this node may take over what dead ones held. */
  Instant recoverFrom() {
    return recoverFrom;
  }

  /** Notes whose place it is; null when the run has one already. */
  @Nullable Place hold(UUID run) {
    var place = new Place();
    return held.putIfAbsent(run, place) == null ? place : null;
  }

  /** The run does not have its place after all; the room for it is still taken. */
  void unhold(UUID run, Place place) {
    held.remove(run, place);
  }

  /** Gives up the run's place. */
  void letGo(UUID run, Place place) {
    held.remove(run, place);
    room.leave();
  }

  /**
   * Claims at most so many runs and starts them; null when there is nothing to run. A full node
   * claims none, but still hears of what others said to its runs.
   */
  @Nullable Claimed claim(int atMost) {
    int places = room.enter(atMost);
    if (programs.isEmpty()) {
      room.leave(places);
      return null;
    }
    if (room.isPointless(places, clock().now())) {
      lookForMore();
      return new Claimed(List.of(), null, List.of());
    }
    // Counted one by one: the store may fail after some runs have begun, and those keep their
    // place.
    var used = new AtomicInteger();
    try {
      unclear.takeUp(places, used);
      unclear.asked();
      var names = Set.copyOf(programs.keySet());
      var starved = room.starvedSince(clock().now());
      if (starved != null && places > used.get()) {
        var first = claimOf(names, null, places - used.get()).dueBefore(starved);
        beginAll(shared.store().claim(first), used);
      }
      int asked = places - used.get();
      room.asking(asked);
      var claimed = shared.store().claim(claimOf(names, null, asked));
      unclear.answered();
      room.fed(asked, claimed.runs());
      if (asked == 0) {
        lookForMore();
      }
      claimed.spokenTo().forEach(this::refresh);
      beginAll(claimed, used);
      return claimed;
    } finally {
      room.leave(places - used.get());
    }
  }

  /** A new run of this priority found no place here and is in the store. */
  void stored(int priority) {
    room.stored(priority);
    lookForMore();
  }

  /** Also after a full room: who came to rest meanwhile did not know that more is wanted. */
  private void lookForMore() {
    if (room.wantsMore()) {
      listener.roomForMore();
    }
  }

  private void beginAll(Claimed claimed, AtomicInteger used) {
    for (var header : claimed.runs()) {
      used.incrementAndGet();
      var place = new Place();
      held.put(header.id(), place);
      var program = Objects.requireNonNull(programs.get(header.workflow()));
      begin(header, program, Manner.USUAL, place);
    }
  }

  Claim claimOf(Set<String> workflows, @Nullable UUID only, int limit) {
    var now = clock().now();
    var node = shared.node().get();
    var events = shared.codec().encode(List.of(new Event.RunClaimed(now, node))).events();
    return new Claim(node, workflows, only, limit, now, events, !now.isBefore(recoverFrom), null);
  }

  /** Loads a claimed run and goes on with it. Its place is taken already. */
  void begin(Header header, Program program, Manner manner, Place place) {
    Thread.ofVirtual()
        .name("holdfast-load")
        .start(
            () -> {
              try {
                var state = Logs.fold(shared.store(), shared.patience(), header.id());
                if (!isOurs(header, state)) {
                  gone(header.id(), place, null);
                } else {
                  launch(state, program, manner, place);
                }
              } catch (RuntimeException | Error e) {
                gone(header.id(), place, null);
                listener.unreadable(header, e);
              }
            });
  }

  /**
   * Whether the claim that brought this header is still the newest. That the run is leased to this
   * node is not enough: a node that lost its lease can have claimed the run once more by now, under
   * its new identity, and then it is up to that claim to go on.
   */
  private boolean isOurs(Header claimed, RunState state) {
    var now = state.header().state();
    var owner = shared.node().get();
    return now.status() == RunStatus.LEASED
        && owner.equals(now.leasedBy())
        && owner.equals(claimed.state().leasedBy())
        && now.attempt() == claimed.state().attempt();
  }

  /**
   * Goes on with a run whose log has just been folded and says that it is ours; returns its end if
   * it has come to that already.
   */
  @Nullable HeaderState launch(RunState state, Program program, Manner manner, Place place) {
    var tail =
        new Tail(shared.store(), shared.patience(), shared.codec(), state.header(), state.seq());
    var run =
        new LiveRun(
            state,
            shared.surroundings(),
            manner,
            ears -> new RunLog(shared.store(), shared.journal(), tail, ears));
    live.put(run.id(), run);
    showing.look();
    if (manner == Manner.LENT) {
      advance(run, program, place);
      return tail.header().status().terminal() ? tail.header() : null;
    }
    Thread.ofVirtual().name("holdfast-run").start(() -> advance(run, program, place));
    return null;
  }

  /** Lets a program replay a history; nothing is executed and nothing is written. */
  Rehearsal rehearse(RunState history) {
    var workflow = history.created().workflow();
    var program = programs.get(workflow);
    if (program == null) {
      throw new IllegalArgumentException("workflow " + workflow + " is not registered");
    }
    var tail =
        new Tail(
            shared.store(), shared.patience(), shared.codec(), history.header(), history.seq());
    var run =
        new LiveRun(
            history,
            shared.surroundings().forRehearsal(),
            Manner.KEPT,
            ears -> new RunLog(shared.store(), shared.journal(), tail, ears));
    return Rehearsal.of(run, program);
  }

  /** Lets waiting runs look around: the node is closing. */
  void wakeAll() {
    live.values().forEach(LiveRun::wake);
  }

  /** From here on this node writes nothing for any of the runs it has. */
  void drop(String why) {
    live.values().forEach(run -> run.log().lose(why));
  }

  /** The same for what was claimed under an identity that is no longer this node's. */
  void dropHeldBy(String node, String why) {
    live.values().stream()
        .filter(run -> node.equals(run.replayed().header().state().leasedBy()))
        .forEach(run -> run.log().lose(why));
  }

  /** Waits until no run is left, or so long. */
  void awaitEmpty(Duration atMost) {
    for (long i = atMost.toMillis() / 5; i >= 0 && !live.isEmpty(); i--) {
      LockSupport.parkNanos(5_000_000);
    }
  }

  void close() {
    showing.close();
  }

  /** What was said to a run is to be looked at, if it is here. */
  void refresh(UUID spokenTo) {
    var run = live.get(spokenTo);
    if (run != null) {
      Thread.ofVirtual().name("holdfast-refresh").start(run::refresh);
    }
  }

  private void advance(LiveRun run, Program program, Place place) {
    var observer = shared.surroundings().observer();
    observer.advancing(run.id(), () -> advanceObserved(run, program, place));
    if (run.handedBack()) {
      Thread.currentThread().interrupt();
    }
  }

  private void advanceObserved(LiveRun run, Program program, Place place) {
    try {
      if (isPoison(run.replayed())) {
        ending.finish(run, givenUp(run.replayed()), false);
      } else {
        ending.advance(run, program);
      }
    } catch (Unwind unwind) {
      log.debug("Run {} leaves this node: {}", run.id(), unwind.getMessage());
    } catch (RuntimeException | Error e) {
      log.error("Run {} ended unexpectedly", run.id(), e);
    } finally {
      run.close();
      live.remove(run.id(), run);
      gone(run.id(), place, run.parkedUntil());
    }
  }

  private void gone(UUID run, Place place, @Nullable Instant dueAgain) {
    letGo(run, place);
    listener.left(run, dueAgain);
    if (unclear.awaitsPlace()) {
      listener.roomForMore();
    }
    lookForMore();
  }

  private boolean isPoison(RunState state) {
    return state.claimsWithoutProgress() > shared.claimsMax()
        && !PlantedBug.CLAIM_NOT_COUNTED.planted();
  }

  private Event givenUp(RunState state) {
    var failure =
        new Failure(
            "Poison",
            "claimed %d times without progress: it seems to end the process that executes it"
                .formatted(state.claimsWithoutProgress()),
            null);
    return new Event.RunFailed(clock().now(), failure, null, true);
  }

  private Clock clock() {
    return shared.surroundings().clock();
  }
}
