package dev.holdfast.log;

import dev.holdfast.store.Append;
import dev.holdfast.store.HeaderChange;
import dev.holdfast.store.Outcome;
import dev.holdfast.store.Store;
import dev.holdfast.store.StoreException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One line of appends and whoever commits them. Under load that is the lane's own thread; when the
 * lane is idle the caller commits by itself, which saves two switches of thread.
 */
final class Lane {

  private static final Logger log = LoggerFactory.getLogger(Lane.class);
  private static final int BATCH_MAX = 1_000;
  private static final long BACKOFF_MS_MIN = 5;
  private static final long BACKOFF_MS_MAX = 1_000;

  private final Store store;
  private final Consumer<Append> committed;
  private final Semaphore room;
  private final int capacity;

  private final boolean embedded;

  private final ConcurrentLinkedQueue<Ticket> queue = new ConcurrentLinkedQueue<>();

  /** Whoever holds this takes from the queue and commits. */
  private final ReentrantLock leading = new ReentrantLock();

  /** Appends taken from the queue whose turn has not come; only the leader touches it. */
  private final Deque<Ticket> held = new ArrayDeque<>();

  /** The leader was interrupted; it is told when it leads no more. Only the leader touches it. */
  private boolean interrupted;

  private volatile boolean holding;
  private final Thread writer;
  private final AtomicLong commits = new AtomicLong();
  private final AtomicLong appends = new AtomicLong();
  private final AtomicLong faults = new AtomicLong();
  private volatile boolean closed;

  Lane(Store store, int capacity, Consumer<Append> committed, int number) {
    this.store = store;
    this.committed = committed;
    this.capacity = capacity;
    this.room = new Semaphore(capacity);
    this.embedded = store.embedded();
    this.writer = Thread.ofPlatform().daemon().name("holdfast-journal-" + number).start(this::run);
  }

  Outcome append(Append append) {
    if (store.inTransaction()) {
      throw new IllegalStateException(
          "inside a transactional step Holdfast itself can write nothing, because the step holds"
              + " the only writer: start runs, signal and cancel before or after it");
    }
    room.acquireUninterruptibly();
    try {
      if (closed) {
        throw new IllegalStateException("the journal is closed");
      }
      var ticket = new Ticket(append, Thread.currentThread());
      queue.add(ticket);
      if (mayLead(Thread.currentThread()) && leading.tryLock()) {
        lead();
      }
      // Whoever led last looks here, so nothing that was queued meanwhile is forgotten.
      if (!ticket.done() || hasWork()) {
        LockSupport.unpark(writer);
      }
      return ticket.await();
    } finally {
      room.release();
    }
  }

  /**
   * A virtual thread never leads over a network: whoever interrupts it in mid-commit closes the
   * socket it waits for. Once the lane is closed the writer may be gone already, and then the
   * caller has to see to it itself.
   */
  private boolean mayLead(Thread caller) {
    return embedded || !caller.isVirtual() || closed;
  }

  /** Commits one batch in the caller's thread, which holds the lock and gives it back here. */
  private void lead() {
    boolean before = Thread.interrupted();
    boolean meanwhile = false;
    try {
      commitNext();
    } finally {
      meanwhile = interrupted;
      interrupted = false;
      leading.unlock();
    }
    if (before || meanwhile) {
      Thread.currentThread().interrupt();
    }
  }

  long commits() {
    return commits.get();
  }

  long appends() {
    return appends.get();
  }

  long waiting() {
    return capacity - (long) room.availablePermits();
  }

  long faults() {
    return faults.get();
  }

  void close() {
    closed = true;
    LockSupport.unpark(writer);
    try {
      writer.join(10_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    writer.interrupt();
  }

  private void run() {
    while (!closed || hasWork()) {
      if (!hasWork()) {
        LockSupport.park(this);
        continue;
      }
      leading.lock();
      try {
        commitNext();
      } finally {
        leading.unlock();
      }
    }
  }

  private boolean hasWork() {
    return !queue.isEmpty() || holding;
  }

  /** Commits one batch. The caller leads. */
  private void commitNext() {
    var batch = nextBatch();
    holding = !held.isEmpty();
    if (batch.isEmpty()) {
      return;
    }
    try {
      settle(batch);
    } catch (IllegalArgumentException e) {
      eachAlone(batch, e);
    } catch (RuntimeException | Error e) {
      log.error("A batch of {} appends failed", batch.size(), e);
      batch.forEach(ticket -> ticket.fail(e));
    }
  }

  /** One append that the store can never take must not take others down with it. */
  private void eachAlone(List<Ticket> batch, IllegalArgumentException refusal) {
    if (batch.size() == 1) {
      tellRefused(batch.getFirst(), refusal);
      batch.getFirst().fail(refusal);
      return;
    }
    for (var ticket : batch) {
      if (ticket.done()) {
        continue;
      }
      try {
        settle(List.of(ticket));
      } catch (RuntimeException | Error e) {
        tellRefused(ticket, e);
        ticket.fail(e);
      }
    }
  }

  private static void tellRefused(Ticket ticket, Throwable refusal) {
    var run = ticket.append.run();
    log.atError()
        .addKeyValue("run", run)
        .setCause(refusal)
        .log("The store cannot take an append of run {}", run);
  }

  /** At most one append of each run: the next one of the same run waits for the next batch. */
  private List<Ticket> nextBatch() {
    List<Ticket> batch = new ArrayList<>();
    Set<UUID> runs = new HashSet<>();
    int wasHeld = held.size();
    for (int i = 0; i < wasHeld; i++) {
      sort(held.removeFirst(), batch, runs);
    }
    while (batch.size() < BATCH_MAX) {
      var ticket = queue.poll();
      if (ticket == null) {
        break;
      }
      sort(ticket, batch, runs);
    }
    return batch;
  }

  private void sort(Ticket ticket, List<Ticket> batch, Set<UUID> runs) {
    if (runs.add(ticket.append.run())) {
      batch.add(ticket);
    } else {
      held.addLast(ticket);
    }
  }

  /** Tries until every append of the batch has an outcome. */
  private void settle(List<Ticket> batch) {
    var open = batch;
    long backoffMs = BACKOFF_MS_MIN;
    while (!open.isEmpty()) {
      try {
        commit(open);
        return;
      } catch (StoreException.Unavailable e) {
        faults.incrementAndGet();
        log.warn("Store unavailable, {} appends wait: {}", open.size(), e.getMessage());
      } catch (StoreException.Unknown e) {
        faults.incrementAndGet();
        log.warn("Outcome of {} appends unknown, reading back: {}", open.size(), e.getMessage());
        open.forEach(ticket -> ticket.maybeWritten = true);
      }
      if (!pause(backoffMs)) {
        fail(open);
        return;
      }
      backoffMs = Math.min(backoffMs * 2, BACKOFF_MS_MAX);
      open = readBack(open);
    }
  }

  private void commit(List<Ticket> tickets) {
    if (PlantedBug.PUBLISH_BEFORE_COMMIT.planted()) {
      tickets.forEach(ticket -> committed.accept(ticket.append));
    }
    List<Append> batch = new ArrayList<>(tickets.size());
    for (var ticket : tickets) {
      batch.add(ticket.append);
    }
    var outcomes = store.commit(batch);
    commits.incrementAndGet();
    appends.addAndGet(batch.size());
    for (int i = 0; i < tickets.size(); i++) {
      var ticket = tickets.get(i);
      var outcome = outcomes.get(i);
      if (outcome != Outcome.COMMITTED && ticket.maybeWritten && isOurs(ticket.append)) {
        outcome = Outcome.COMMITTED;
      }
      finish(ticket, outcome);
    }
  }

  private void finish(Ticket ticket, Outcome outcome) {
    if (outcome == Outcome.COMMITTED && !PlantedBug.PUBLISH_BEFORE_COMMIT.planted()) {
      committed.accept(ticket.append);
    }
    ticket.complete(outcome);
  }

  /** Finishes what turns out to be written and returns what has to be tried again. */
  private List<Ticket> readBack(List<Ticket> open) {
    if (PlantedBug.RETRY_WITHOUT_READING_BACK.planted()) {
      open.forEach(ticket -> ticket.maybeWritten = false);
      return open;
    }
    List<Ticket> again = new ArrayList<>();
    for (var ticket : open) {
      try {
        if (ticket.maybeWritten && isOurs(ticket.append)) {
          finish(ticket, Outcome.COMMITTED);
          continue;
        }
      } catch (StoreException stillDown) {
        log.debug("Cannot read back yet", stillDown);
      }
      again.add(ticket);
    }
    return again;
  }

  /**
   * Whether the entry at this place is the one we tried to write. If it is absent, writing it again
   * is safe: should the first try still arrive, the key lets only one of the two in.
   */
  private boolean isOurs(Append append) {
    var entries = store.read(append.run(), append.seq() - 1, 1);
    if (entries.isEmpty()) {
      return false;
    }
    var entry = entries.get(0);
    boolean same = entry.seq() == append.seq() && entry.events().equals(append.events());
    return same && (!(append.change() instanceof HeaderChange.Insert) || isPresent(append.run()));
  }

  private boolean isPresent(UUID run) {
    return store.header(run).isPresent();
  }

  private void fail(List<Ticket> open) {
    var error =
        new IllegalStateException("the journal was closed while the store could not be reached");
    open.forEach(ticket -> ticket.fail(error));
  }

  /** False when there is no point in waiting any longer. */
  private boolean pause(long ms) {
    if (closed) {
      return false;
    }
    interrupted |= Thread.interrupted();
    LockSupport.parkNanos(this, ms * 1_000_000);
    return !closed;
  }

  /** An append and the caller that waits for it. */
  private static final class Ticket {

    final Append append;
    private final Thread caller;
    private volatile @Nullable Outcome outcome;
    private volatile @Nullable Throwable error;

    /** A commit that contained it ended without an answer. Only the leader touches it. */
    boolean maybeWritten;

    Ticket(Append append, Thread caller) {
      this.append = append;
      this.caller = caller;
    }

    boolean done() {
      return outcome != null || error != null;
    }

    void complete(Outcome result) {
      outcome = result;
      LockSupport.unpark(caller);
    }

    void fail(Throwable cause) {
      if (!done()) {
        error = cause;
        LockSupport.unpark(caller);
      }
    }

    /** An interrupt does not end the wait: what became of the append is not ours to give up. */
    Outcome await() {
      boolean interrupted = false;
      while (!done()) {
        LockSupport.park(this);
        interrupted |= Thread.interrupted();
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
      var result = outcome;
      if (result == null) {
        throw new IllegalStateException("the append did not reach the store", error);
      }
      return result;
    }
  }
}
