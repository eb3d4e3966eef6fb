package dev.holdfast.engine;

import dev.holdfast.store.Header;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The room for runs in this node's memory. There are so many places; and where workers are bounded
 * no more runs are taken in than they will soon work on, so that the rest waits in the store, where
 * every node can take it and the most urgent is found first.
 */
final class Room {

  /** A full node looks for more work when so many places have become free. */
  private static final int STEP = 64;

  private static final int BATCH = 256;

  /** One claim of so many looks for what has waited too long. */
  private static final int SHARE_OF_STARVED = 4;

  /** How often a node that is full looks whether somebody has spoken to its runs. */
  private static final Duration LISTEN_EVERY = Duration.ofSeconds(1);

  private final int size;
  private final Semaphore places;
  private final @Nullable Workers workers;
  private final IntSupplier atRest;
  private volatile boolean hungry;

  /** Whether something in the store is more urgent than what waits here for a worker. */
  private volatile boolean eager;

  private int claims;
  private Instant listened = Instant.MIN;

  /**
   * @param atRest runs that have a place and only wait
   */
  Room(int size, @Nullable Workers workers, IntSupplier atRest) {
    this.size = size;
    this.places = new Semaphore(size);
    this.workers = workers;
    this.atRest = atRest;
  }

  /** How many runs are claimed at once. */
  static int batch(@Nullable WorkerOptions workers) {
    return workers == null ? BATCH : workers.batch();
  }

  /**
   * Takes a place for a new run if there is one. While others may wait in the store it has to go
   * there too: it would overtake them.
   */
  boolean tryEnter() {
    if (workers == null) {
      return places.tryAcquire();
    }
    boolean entered = !hungry && enter(1) == 1;
    if (!entered) {
      hungry = true;
    }
    return entered;
  }

  /** A run of this priority went to the store; if others here are less urgent, it is fetched. */
  void stored(int priority) {
    if (workers != null && workers.overtakes(priority)) {
      eager = true;
    }
  }

  /** Waits for a place. */
  void enter() {
    places.acquireUninterruptibly();
  }

  /** Takes up to so many places; how many. */
  int enter(int atMost) {
    if (workers == null) {
      int empty = Math.min(atMost, places.availablePermits());
      return places.tryAcquire(empty) ? empty : 0;
    }
    // Between the look and the taking nobody else may look.
    synchronized (places) {
      int free = Math.max(0, Math.min(atMost, freeOf(workers)));
      return places.tryAcquire(free) ? free : 0;
    }
  }

  void leave() {
    places.release();
  }

  void leave(int taken) {
    places.release(taken);
  }

  /** The store is about to be asked for so many; it knows of whatever was stored before. */
  void asking(int runs) {
    if (runs > 0) {
      eager = false;
    }
  }

  /** So many runs were asked for and these came, most urgent first: there may be more. */
  void fed(int asked, List<Header> came) {
    hungry = came.size() >= asked;
    if (hungry && !came.isEmpty()) {
      stored(came.getLast().priority());
    }
  }

  /** Whether a full node need not even ask; called by the one thread that claims. */
  boolean isPointless(int wanted, Instant now) {
    if (wanted > 0 || workers == null || !now.isBefore(listened.plus(LISTEN_EVERY))) {
      listened = now;
      return false;
    }
    hungry = true;
    return true;
  }

  /** Before when a run must have been due to be taken first now; null when it is not its turn. */
  @Nullable Instant starvedSince(Instant now) {
    return workers != null && ++claims % SHARE_OF_STARVED == 0
        ? now.minus(workers.options().starvedAfter())
        : null;
  }

  /** Whether enough places have become free to ask for more. */
  boolean wantsMore() {
    if (!hungry) {
      return false;
    }
    return workers == null
        ? places.availablePermits() % STEP == 1
        : freeOf(workers) >= (eager ? 1 : Math.max(1, workers.options().batch() / 2));
  }

  private int freeOf(Workers pool) {
    int empty = places.availablePermits();
    int atWork = size - empty - atRest.getAsInt();
    return Math.min(empty, pool.runsMax() - atWork);
  }
}
