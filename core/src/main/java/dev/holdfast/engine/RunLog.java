package dev.holdfast.engine;

import dev.holdfast.log.Event;
import dev.holdfast.log.Journal;
import dev.holdfast.log.PlantedBug;
import dev.holdfast.store.Append;
import dev.holdfast.store.Outcome;
import dev.holdfast.store.RunStatus;
import dev.holdfast.store.Store;
import dev.holdfast.store.StoreException;
import java.sql.Connection;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The log of one run, in the hands of the node that advances it.
 *
 * <p>At most one append of a run is on its way at any time; what its branches record meanwhile goes
 * together in the next one. When an append collides, the tail is read: a newer claim means that the
 * run is lost, anything else (a signal, a request to cancel) is told to the run and the append is
 * repeated behind it.
 */
final class RunLog {

  /** What the log tells its run. */
  interface Listener {
    /** Somebody else wrote this. */
    void heard(Event event);

    /** Another node has the run, or it has ended; nothing more will be written. */
    void lost(Unwind why);
  }

  /** Work in a store transaction that ends with an event for this log. */
  interface Transaction {
    Event run(Connection connection) throws Exception;
  }

  private final Store store;
  private final Journal journal;
  private final Tail tail;
  private final Listener listener;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private List<Event> buffered = new ArrayList<>(4);

  /** How many events have ever been buffered, and how many of those are on stable storage. */
  private long recorded;

  private long durable;

  /** Up to here there are choices that nothing outside may depend on before they are durable. */
  private volatile long chosen;

  /** Somebody has the right to append and to touch the tail. */
  private boolean appending;

  /** Others wrote something meanwhile, perhaps behind the append that was just being made. */
  private boolean spokenTo;

  private volatile @Nullable Unwind lost;
  private volatile @Nullable Instant bufferedSince;

  RunLog(Store store, Journal journal, Tail tail, Listener listener) {
    this.store = store;
    this.journal = journal;
    this.tail = tail;
    this.listener = listener;
  }

  /** Notes events that ride along with the next append; returns how to wait for that. */
  long buffer(Event... events) {
    lock.lock();
    try {
      for (var event : events) {
        add(event);
      }
      return recorded;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Notes a choice that the code goes on from: a time, a version. It needs no commit of its own,
   * for whatever this log records because of it stands behind it. But it must be durable before
   * anything outside the log depends on it: before a step's own code, before another run is
   * started.
   */
  void choose(Event... events) {
    lock.lock();
    try {
      chosen = buffer(events);
    } finally {
      lock.unlock();
    }
  }

  /** Returns when every choice made so far is on stable storage. */
  void settle() {
    awaitDurable(chosen);
  }

  /** Returns when the events, and everything noted before them, are on stable storage. */
  void commit(Event... events) {
    awaitDurable(buffer(events));
  }

  /** Returns when what was noted up to here is on stable storage. */
  void awaitDurable(long mine) {
    lock.lock();
    try {
      while (durable < mine) {
        refuseIfLost();
        if (appending) {
          changed.awaitUninterruptibly();
        } else {
          appendBuffered(null);
        }
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Appends what {@code decide} says, unless it says nothing. Whenever the log has moved in
   * between, the question is put again: the decision is always made on the newest state.
   */
  boolean commitIf(Supplier<@Nullable Event> decide) {
    lock.lock();
    try {
      while (true) {
        refuseIfLost();
        if (appending) {
          changed.awaitUninterruptibly();
          continue;
        }
        var event = decide.get();
        if (event == null) {
          return false;
        }
        if (appendBuffered(event)) {
          return true;
        }
      }
    } finally {
      lock.unlock();
    }
  }

  /** Makes what is buffered visible, if nobody is doing so. */
  void flush() {
    lock.lock();
    try {
      if (!appending && !buffered.isEmpty() && lost == null) {
        appendBuffered(null);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Looks for what others have written, or lets whoever is appending look when that is done. */
  void refresh() {
    lock.lock();
    try {
      spokenTo = true;
      if (appending || lost != null) {
        return;
      }
      appending = true;
    } finally {
      lock.unlock();
    }
    release();
  }

  /**
   * Runs the work and appends its event in one transaction of the store, and returns that event.
   * The work is repeated, its writes rolled back, when the log moved in between.
   */
  Event transact(Transaction work) throws Exception {
    take();
    try {
      // Tries whose commit went unanswered: any one of them may yet turn out to be the truth.
      Map<Append, List<Event>> unanswered = new LinkedHashMap<>();
      while (true) {
        var attempt = new TransactionAttempt(work, this::waiting, tail);
        try {
          if (store.transact(attempt::run) == Outcome.COMMITTED) {
            return settled(attempt.events());
          }
        } catch (StoreException.Unknown unknown) {
          unanswered.put(attempt.append(), attempt.events());
        } catch (StoreException.Unavailable unavailable) {
          tail.rest(unavailable);
        }
        for (var tried : unanswered.entrySet()) {
          for (var entry : tail.inPlaceOf(tried.getKey())) {
            if (entry.events().equals(tried.getKey().events())) {
              return settled(tried.getValue());
            }
          }
        }
        hear();
        refuseIfLost();
      }
    } finally {
      release();
    }
  }

  /** Since when something has been waiting for the next append; null when nothing is. */
  @Nullable Instant bufferedSince() {
    return bufferedSince;
  }

  /** From here on nothing of this run is written by this node. */
  void lose(String why) {
    Unwind unwind;
    lock.lock();
    try {
      if (lost != null) {
        return;
      }
      unwind = new Unwind(Unwind.Reason.LOST, why);
      lost = unwind;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    listener.lost(unwind);
  }

  /** The last of these events was a transaction's own, the others came from the buffer. */
  private Event settled(List<Event> events) {
    lock.lock();
    try {
      int fromBuffer = events.size() - 1;
      buffered.subList(0, fromBuffer).clear();
      durable += fromBuffer;
      noteWaiting();
      tail.advance(events);
      return events.getLast();
    } finally {
      lock.unlock();
    }
  }

  private List<Event> waiting() {
    lock.lock();
    try {
      return List.copyOf(buffered);
    } finally {
      lock.unlock();
    }
  }

  private void add(Event event) {
    buffered.add(event);
    recorded++;
    noteWaiting();
  }

  private void noteWaiting() {
    bufferedSince = buffered.isEmpty() ? null : buffered.getFirst().at();
  }

  private void take() {
    lock.lock();
    try {
      while (appending) {
        changed.awaitUninterruptibly();
      }
      refuseIfLost();
      appending = true;
    } finally {
      lock.unlock();
    }
  }

  private void release() {
    lock.lock();
    try {
      handBack();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Gives up the right to append, once what others said meanwhile has been heard. What they say to
   * a run that has just been parked or ended is for whoever comes next. Called and left with the
   * lock held; the lock is free while the log is read.
   */
  private void handBack() {
    try {
      while (spokenTo && lost == null && tail.header().status() == RunStatus.LEASED) {
        spokenTo = false;
        lock.unlock();
        try {
          hear();
        } catch (RuntimeException e) {
          lose("the log of this run cannot be read: " + e.getMessage());
        } finally {
          lock.lock();
        }
      }
    } finally {
      appending = false;
      changed.signalAll();
    }
  }

  private void refuseIfLost() {
    var unwind = lost;
    if (unwind != null) {
      throw unwind;
    }
  }

  /**
   * One append of everything buffered and the extra event. Called and left with the lock held; the
   * lock is free while the disk works. Without an extra event it repeats until written; with one it
   * returns false after a collision, and the extra event is dropped.
   */
  private boolean appendBuffered(@Nullable Event extra) {
    var own = buffered;
    var batch = own;
    if (extra != null) {
      batch = new ArrayList<>(own);
      batch.add(extra);
    }
    buffered = new ArrayList<>(4);
    bufferedSince = null;
    appending = true;
    lock.unlock();
    boolean written = false;
    try {
      written = write(batch, extra == null);
    } catch (RuntimeException e) {
      lose("the log of this run cannot be written: " + e.getMessage());
    } finally {
      lock.lock();
      if (written) {
        durable += own.size();
      } else {
        own.addAll(buffered);
        buffered = own;
        noteWaiting();
      }
      handBack();
    }
    refuseIfLost();
    return written;
  }

  private boolean write(List<Event> batch, boolean persist) {
    do {
      if (journal.append(tail.append(batch)) == Outcome.COMMITTED) {
        tail.advance(batch);
        return true;
      }
      hear();
    } while (persist && lost == null);
    return false;
  }

  /** Takes in what others wrote. The caller has the right to append. */
  private void hear() {
    for (var event : tail.readOn()) {
      // Our own claim is behind us, so whoever wrote this one came later; even if it was this node.
      if (event instanceof Event.RunClaimed claim && !PlantedBug.NO_FENCE.planted()) {
        lose("node " + claim.node() + " has claimed this run");
        return;
      }
      listener.heard(event);
    }
    if (tail.header().status().terminal() && !PlantedBug.NO_FENCE.planted()) {
      lose("this run has been ended by somebody else");
    }
  }
}
