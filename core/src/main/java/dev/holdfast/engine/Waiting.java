package dev.holdfast.engine;

import dev.holdfast.log.Event;
import dev.holdfast.store.RunPhase;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The threads of one run and what they wait for. When all of them wait, and for long enough, the
 * run leaves memory. Everything here is guarded by the run's gate.
 */
final class Waiting {

  private record Waiter(
      Thread thread, BooleanSupplier ready, @Nullable Instant until, String what) {}

  private final ReentrantLock gate;
  private final Condition moved;
  private final Halt halt;
  private final Surroundings around;
  private final boolean mayPark;
  private final RunLog log;
  private final @Nullable Instant deadline;
  private final List<Waiter> waiters = new ArrayList<>(2);
  private int threads = 1;
  private boolean parking;
  private boolean atRest;
  private volatile @Nullable Instant parkedUntil;

  Waiting(
      ReentrantLock gate,
      Halt halt,
      Surroundings around,
      Manner manner,
      RunLog log,
      @Nullable Instant deadline) {
    this.gate = gate;
    this.moved = gate.newCondition();
    this.halt = halt;
    this.around = around;
    this.mayPark = manner != Manner.KEPT;
    this.log = log;
    this.deadline = deadline;
  }

  /** One more thread advances the run. */
  void joined() {
    gate.lock();
    try {
      threads++;
      rest();
    } finally {
      gate.unlock();
    }
  }

  /** One thread less does. */
  void left() {
    gate.lock();
    try {
      threads--;
      rest();
      moved.signalAll();
    } finally {
      gate.unlock();
    }
  }

  void wake() {
    gate.lock();
    try {
      moved.signalAll();
    } finally {
      gate.unlock();
    }
  }

  /** Like {@link #wake}, for those who hold the gate. */
  void moved() {
    moved.signalAll();
  }

  void refuse() {
    var unwind = halt.of(Thread.currentThread());
    if (unwind != null) {
      throw unwind;
    }
  }

  boolean await(String what, @Nullable Instant until, BooleanSupplier ready) {
    var waiter = new Waiter(Thread.currentThread(), ready, until, what);
    Clock.Alarm alarm = null;
    gate.lock();
    try {
      waiters.add(waiter);
      rest();
      while (true) {
        refuse();
        if (parking) {
          // That the run leaves memory is on its way to the log: nobody goes on until that is
          // known.
          moved.awaitUninterruptibly();
          continue;
        }
        if (ready.getAsBoolean()) {
          return true;
        }
        if (until != null && !now().isBefore(until)) {
          return false;
        }
        if (shouldPark()) {
          park();
          continue;
        }
        if (alarm == null && until != null) {
          alarm = around.clock().at(until, this::wake);
        }
        moved.awaitUninterruptibly();
      }
    } finally {
      waiters.remove(waiter);
      rest();
      gate.unlock();
      if (alarm != null) {
        alarm.cancel();
      }
    }
  }

  /** Notes whether the run only waits now; then others may be taken in beside it. */
  private void rest() {
    boolean now = !waiters.isEmpty() && waiters.size() >= threads;
    if (now != atRest) {
      atRest = now;
      if (now) {
        around.rest().begin();
      } else {
        around.rest().end();
      }
    }
  }

  /** Waits until the calling thread is the last one, unless the run belongs to another node now. */
  void awaitBranches() {
    gate.lock();
    try {
      while (threads > 1 && !halt.lost()) {
        moved.awaitUninterruptibly();
      }
    } finally {
      gate.unlock();
    }
  }

  /** The run leaves memory though it waits for nothing, and is due again now. */
  void leaveAtOnce() {
    var now = now();
    log.commit(new Event.RunParked(now, now, "a thread"));
    parkedUntil = now;
  }

  @Nullable Instant parkedUntil() {
    return parkedUntil;
  }

  /** Whether every thread of the run waits, and for long enough to leave memory. */
  private boolean shouldPark() {
    boolean draining = around.draining().getAsBoolean();
    if (parking || waiters.size() < threads || !(mayPark || draining)) {
      return false;
    }
    var now = now();
    if (waiters.stream().anyMatch(waiter -> goesOn(waiter, now))) {
      // It has only to wake up, and could not while the attempt to leave memory is being made.
      return false;
    }
    if (draining) {
      return true;
    }
    var earliest = earliest();
    return earliest == null || earliest.isAfter(now.plus(around.parkAfter()));
  }

  /** Called and left with the gate held; it is open while the log is written. */
  private void park() {
    parking = true;
    gate.unlock();
    boolean parked = false;
    try {
      parked = log.commitIf(this::decideToPark);
    } finally {
      gate.lock();
      parking = false;
      if (parked) {
        halt.stop(new Unwind(Unwind.Reason.PARKED, "the run has left memory"));
      }
      moved.signalAll();
    }
  }

  private @Nullable Event decideToPark() {
    gate.lock();
    try {
      var now = now();
      boolean somebodyGoesOn = waiters.stream().anyMatch(waiter -> goesOn(waiter, now));
      if (halt.of(Thread.currentThread()) != null || somebodyGoesOn || waiters.size() < threads) {
        return null;
      }
      if (around.draining().getAsBoolean()) {
        return new Event.RunParked(now, now, RunPhase.A_NODE);
      }
      parkedUntil = earliest();
      return new Event.RunParked(now, parkedUntil, reason());
    } finally {
      gate.unlock();
    }
  }

  /** Whether it only has to wake up; a branch that was stopped wakes up to be left. */
  private boolean goesOn(Waiter waiter, Instant now) {
    return waiter.ready.getAsBoolean()
        || (waiter.until != null && !now.isBefore(waiter.until))
        || halt.of(waiter.thread) != null;
  }

  private @Nullable Instant earliest() {
    // A deadline matters to the run's own code, not to what cleans up behind it.
    boolean cleaning = halt.isShielded(Thread.currentThread());
    Instant earliest = cleaning ? null : deadline;
    for (var waiter : waiters) {
      var until = waiter.until;
      if (until != null && (earliest == null || until.isBefore(earliest))) {
        earliest = until;
      }
    }
    return earliest;
  }

  private String reason() {
    return waiters.stream()
        .map(Waiter::what)
        .filter(what -> !what.isEmpty())
        .distinct()
        .limit(3)
        .reduce((a, b) -> a + ", " + b)
        .orElse("its branches");
  }

  private Instant now() {
    return around.clock().now();
  }
}
