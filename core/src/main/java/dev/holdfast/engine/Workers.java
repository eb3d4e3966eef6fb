package dev.holdfast.engine;

import dev.holdfast.store.Header;
import dev.holdfast.store.RunQuery;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Bounds how many steps execute at once on this node. A worker is the right to execute a step, not
 * a thread: a step that dies gives it back, and one that hangs is cut off from it, so the pool
 * cannot run out of workers. Steps that find no worker wait, the most urgent first, and within a
 * level that of the run that was accepted first.
 */
public final class Workers implements AutoCloseable {

  /** Of so many workers that become free, one goes to what has waited too long. */
  private static final int SHARE_OF_STARVED = 4;

  /**
   * What the pool is doing.
   *
   * @param size workers there are
   * @param busy those that execute a step
   * @param waiting steps that wait for one
   * @param cutOff steps that took too long, since the start
   */
  public record Stats(int size, int busy, int min, int max, int waiting, long cutOff) {}

  /** The most urgent first, then the run that was accepted first. */
  private static final Comparator<Header> FIRST =
      Comparator.comparingInt(Header::priority)
          .thenComparing(Header::createdAt)
          .thenComparing(Header::id, RunQuery.OLDEST_FIRST);

  private final class Waiter {
    private final Header run;
    private final long number;
    private final Instant since;
    private final Condition turn = lock.newCondition();
    private boolean served;

    Waiter(Header run, long number, Instant since) {
      this.run = run;
      this.number = number;
      this.since = since;
    }
  }

  /** The right to execute a step; given back once, however often it is closed. */
  static final class Worker implements AutoCloseable {
    private final Workers pool;
    private final AtomicBoolean back = new AtomicBoolean();

    private Worker(Workers pool) {
      this.pool = pool;
    }

    @Override
    public void close() {
      if (!back.getAndSet(true)) {
        pool.giveBack();
      }
    }
  }

  private final WorkerOptions options;
  private final Clock clock;
  private final ReentrantLock lock = new ReentrantLock();
  private final TreeSet<Waiter> waiting =
      new TreeSet<>(
          Comparator.comparing((Waiter w) -> w.run, FIRST).thenComparingLong(w -> w.number));

  /** When each idle worker became so, the one that has been idle longest first. */
  private final Deque<Instant> idle = new ArrayDeque<>();

  private int size;

  /** Read without the lock by everyone who starts a run. */
  private volatile int runsMax;

  private long numbers;
  private long served;
  private long cutOff;
  private boolean growing;
  private boolean closed;
  private Clock.@Nullable Alarm check;

  Workers(WorkerOptions options, Clock clock) {
    this.options = options;
    this.clock = clock;
    resize(options.count());
    var now = clock.now();
    for (int i = 0; i < size; i++) {
      idle.addLast(now);
    }
  }

  /** Begins to look after the workers. */
  void start() {
    lock.lock();
    try {
      checkLater();
    } finally {
      lock.unlock();
    }
  }

  WorkerOptions options() {
    return options;
  }

  public Stats stats() {
    lock.lock();
    try {
      return new Stats(
          size, size - idle.size(), options.min(), options.max(), waiting.size(), cutOff);
    } finally {
      lock.unlock();
    }
  }

  /** How many runs this node may hold: one per worker, and as many waiting as are taken at once. */
  int runsMax() {
    return runsMax;
  }

  /** Whether a step of this priority would be served before some other that waits. */
  boolean overtakes(int priority) {
    lock.lock();
    try {
      return !waiting.isEmpty() && waiting.last().run.priority() > priority;
    } finally {
      lock.unlock();
    }
  }

  /** Waits for a worker; null when the node is closing and there will be none. */
  @Nullable Worker enter(Header run) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      if (closed) {
        return null;
      }
      if (waiting.isEmpty() && !idle.isEmpty()) {
        // The one that came back last: the others may become idle enough to leave.
        idle.removeLast();
        return new Worker(this);
      }
      var waiter = new Waiter(run, numbers++, clock.now());
      waiting.add(waiter);
      growLater();
      return await(waiter);
    } finally {
      lock.unlock();
    }
  }

  private @Nullable Worker await(Waiter waiter) throws InterruptedException {
    try {
      while (!waiter.served && !closed) {
        waiter.turn.await();
      }
    } catch (InterruptedException e) {
      if (waiter.served) {
        giveBack();
      }
      throw e;
    } finally {
      waiting.remove(waiter);
    }
    return waiter.served ? new Worker(this) : null;
  }

  /** A step has taken too long and was left alone. */
  void cutOff() {
    lock.lock();
    try {
      cutOff++;
    } finally {
      lock.unlock();
    }
  }

  /** Nobody gets a worker any more; those who wait are told. */
  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      waiting.forEach(waiter -> waiter.turn.signal());
      if (check != null) {
        check.cancel();
      }
    } finally {
      lock.unlock();
    }
  }

  private void giveBack() {
    lock.lock();
    try {
      idle.addLast(clock.now());
      serve();
    } finally {
      lock.unlock();
    }
  }

  /** Gives idle workers to those who wait. */
  private void serve() {
    while (!idle.isEmpty() && !waiting.isEmpty()) {
      var next = next();
      waiting.remove(next);
      idle.removeLast();
      next.served = true;
      next.turn.signal();
    }
  }

  private Waiter next() {
    if (++served % SHARE_OF_STARVED == 0) {
      var longest = Collections.min(waiting, Comparator.comparingLong(w -> w.number));
      if (!longest.since.plus(options.starvedAfter()).isAfter(clock.now())) {
        return longest;
      }
    }
    return waiting.first();
  }

  /** Looks, when somebody has waited long enough, whether there should be more workers. */
  private void growLater() {
    if (!growing && size < options.max()) {
      growing = true;
      clock.at(clock.now().plus(options.growAfter()), this::grow);
    }
  }

  private void grow() {
    lock.lock();
    try {
      growing = false;
      var before = clock.now().minus(options.growAfter());
      long late = waiting.stream().filter(waiter -> !waiter.since.isAfter(before)).count();
      for (long i = 0; i < late && size < options.max(); i++) {
        resize(size + 1);
        idle.addLast(clock.now());
      }
      serve();
      if (!waiting.isEmpty() && !closed) {
        growLater();
      }
    } finally {
      lock.unlock();
    }
  }

  private void resize(int workers) {
    size = workers;
    runsMax = workers + options.batch();
  }

  private void checkLater() {
    if (!closed) {
      check = clock.at(clock.now().plus(options.checkEvery()), this::shrink);
    }
  }

  private void shrink() {
    lock.lock();
    try {
      var before = clock.now().minus(options.idleAfter());
      while (size > options.min() && !idle.isEmpty() && !idle.getFirst().isAfter(before)) {
        idle.removeFirst();
        resize(size - 1);
      }
      checkLater();
    } finally {
      lock.unlock();
    }
  }
}
