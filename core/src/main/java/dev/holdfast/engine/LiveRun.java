package dev.holdfast.engine;

import dev.holdfast.log.Event;
import dev.holdfast.log.Json;
import dev.holdfast.log.RunState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * One run in this node's memory: the log it is written to, the threads that advance it, and what
 * they wait for. A run whose threads all wait long enough leaves memory: they are unwound, and the
 * header says when or by what the run is to be woken.
 */
public final class LiveRun {

  /** What a live run needs from the engine that holds it. */
  record Surroundings(
      Clock clock, RandomGenerator random, Duration parkAfter, BooleanSupplier draining) {}

  private static final class Waiter {
    final BooleanSupplier ready;
    final @Nullable Instant until;
    final String what;

    Waiter(BooleanSupplier ready, @Nullable Instant until, String what) {
      this.ready = ready;
      this.until = until;
      this.what = what;
    }
  }

  private final RunState replayed;
  private final Surroundings around;
  private final boolean mayPark;
  private final RunLog log;
  private final Steps steps;

  /** Guards everything below. Never held while the log is called. */
  private final ReentrantLock gate = new ReentrantLock();

  private final Condition moved = gate.newCondition();
  private final List<Waiter> waiters = new ArrayList<>(2);
  private final List<Event.SignalReceived> signals;
  private int threads = 1;
  private boolean parking;
  private @Nullable Unwind stop;
  private volatile @Nullable String cancelReason;
  private volatile @Nullable Instant parkedUntil;

  private final Set<Thread> cancelledBranches = ConcurrentHashMap.newKeySet();

  /** Threads inside a step's own code, which is where an interrupt is of use. */
  private final Set<Thread> executing = ConcurrentHashMap.newKeySet();

  LiveRun(RunState replayed, Surroundings around, boolean mayPark, LogFactory logs) {
    this.replayed = replayed;
    this.around = around;
    this.mayPark = mayPark;
    this.signals = new ArrayList<>(replayed.signals());
    this.cancelReason = replayed.cancelReason();
    this.log = logs.open(new Ears());
    this.steps = new Steps(this, log, around.clock(), around.random());
  }

  /** Opens the log with somebody to listen to it. */
  interface LogFactory {
    RunLog open(RunLog.Listener listener);
  }

  public UUID id() {
    return replayed.header().id();
  }

  /** What the log said when the run came into memory; steps found here are not executed again. */
  public RunState replayed() {
    return replayed;
  }

  public Instant now() {
    return around.clock().now();
  }

  /** Executes the step, or returns what it returned when it was executed. */
  public Json step(StepCall call) {
    return steps.execute(call);
  }

  /** A step that is over when the time has come; the time is fixed when it is first reached. */
  public void sleep(String name, Duration duration) {
    steps.sleep(name, duration);
  }

  /** Signals received so far, oldest first. */
  public List<Event.SignalReceived> signals() {
    gate.lock();
    try {
      return List.copyOf(signals);
    } finally {
      gate.unlock();
    }
  }

  /** Runs the branch beside the calling thread, in a thread of its own. */
  public Thread fork(String name, Runnable branch) {
    gate.lock();
    try {
      threads++;
    } finally {
      gate.unlock();
    }
    return Thread.ofVirtual()
        .name(name)
        .start(
            () -> {
              try {
                branch.run();
              } finally {
                left();
              }
            });
  }

  /**
   * Blocks until ready, or until the time has come; true when ready. The question is asked again
   * whenever something happens to the run, under its gate, so it must be quick and must not block.
   */
  public boolean await(String what, @Nullable Instant until, BooleanSupplier ready) {
    var waiter = new Waiter(ready, until, what);
    Clock.Alarm alarm = null;
    gate.lock();
    try {
      waiters.add(waiter);
      while (true) {
        refuse();
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
      gate.unlock();
      if (alarm != null) {
        alarm.cancel();
      }
    }
  }

  /** Stops one branch: its step is interrupted, and no further one begins. */
  public void cancelBranch(Thread branch) {
    gate.lock();
    try {
      cancelledBranches.add(branch);
      if (executing.contains(branch)) {
        branch.interrupt();
      }
      moved.signalAll();
    } finally {
      gate.unlock();
    }
  }

  /** Lets waiting threads look again. */
  public void wake() {
    gate.lock();
    try {
      moved.signalAll();
    } finally {
      gate.unlock();
    }
  }

  /** Throws if this run must not go on here; where the node is closing, waits to be handed over. */
  void enter() {
    gate.lock();
    try {
      refuse();
    } finally {
      gate.unlock();
    }
    if (around.draining().getAsBoolean()) {
      await("a node", null, () -> false);
    }
  }

  /** Runs a step's own code so that cancelling or losing the run interrupts it. */
  <T> T interruptibly(java.util.concurrent.Callable<T> code) throws Exception {
    var thread = Thread.currentThread();
    executing.add(thread);
    try {
      return code.call();
    } finally {
      executing.remove(thread);
      if (mustStop()) {
        // The interrupt was for the code that has just ended, not for what comes after it.
        boolean ignored = Thread.interrupted();
      }
    }
  }

  /** What the code should be left with, once an interrupted step returns; null to go on. */
  @Nullable Unwind interruption() {
    gate.lock();
    try {
      return unwind();
    } finally {
      gate.unlock();
    }
  }

  RunLog log() {
    return log;
  }

  /**
   * When the run is due again, once it has left memory; null when only being spoken to wakes it.
   */
  @Nullable Instant parkedUntil() {
    return parkedUntil;
  }

  @Nullable String cancelReason() {
    return cancelReason;
  }

  void refresh() {
    log.refresh();
  }

  private boolean mustStop() {
    return interruption() != null;
  }

  private @Nullable Unwind unwind() {
    if (stop != null) {
      return stop;
    }
    var reason = cancelReason;
    if (reason != null) {
      return new Unwind(Unwind.Reason.CANCELLED, reason);
    }
    return !cancelledBranches.isEmpty() && cancelledBranches.contains(Thread.currentThread())
        ? new Unwind(Unwind.Reason.BRANCH_CANCELLED, "another branch has failed")
        : null;
  }

  private void refuse() {
    var unwind = unwind();
    if (unwind != null) {
      throw unwind;
    }
  }

  private void left() {
    gate.lock();
    try {
      threads--;
      cancelledBranches.remove(Thread.currentThread());
      moved.signalAll();
    } finally {
      gate.unlock();
    }
  }

  /** Whether every thread of the run waits, and for long enough to leave memory. */
  private boolean shouldPark() {
    boolean draining = around.draining().getAsBoolean();
    if (parking || waiters.size() < threads || !(mayPark || draining)) {
      return false;
    }
    if (draining) {
      return true;
    }
    var earliest = earliest();
    return earliest == null || earliest.isAfter(now().plus(around.parkAfter()));
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
      if (parked && stop == null) {
        stop = new Unwind(Unwind.Reason.PARKED, "the run has left memory");
      }
      moved.signalAll();
    }
  }

  private @Nullable Event decideToPark() {
    gate.lock();
    try {
      var now = now();
      boolean somebodyGoesOn =
          waiters.stream()
              .anyMatch(w -> w.ready.getAsBoolean() || (w.until != null && !now.isBefore(w.until)));
      if (stop != null || cancelReason != null || somebodyGoesOn || waiters.size() < threads) {
        return null;
      }
      if (around.draining().getAsBoolean()) {
        return new Event.RunParked(now, now, "a node");
      }
      parkedUntil = earliest();
      return new Event.RunParked(now, parkedUntil, reason());
    } finally {
      gate.unlock();
    }
  }

  private @Nullable Instant earliest() {
    return waiters.stream()
        .map(w -> w.until)
        .filter(until -> until != null)
        .min(Instant::compareTo)
        .orElse(null);
  }

  private String reason() {
    return waiters.stream()
        .map(w -> w.what)
        .filter(what -> !what.isEmpty())
        .distinct()
        .limit(3)
        .reduce((a, b) -> a + ", " + b)
        .orElse("its branches");
  }

  private final class Ears implements RunLog.Listener {

    @Override
    public void heard(Event event) {
      gate.lock();
      try {
        if (event instanceof Event.SignalReceived signal) {
          signals.add(signal);
        }
        if (event instanceof Event.RunCancelRequested cancel && cancelReason == null) {
          cancelReason = cancel.reason();
          executing.forEach(Thread::interrupt);
        }
        moved.signalAll();
      } finally {
        gate.unlock();
      }
    }

    @Override
    public void lost(Unwind why) {
      gate.lock();
      try {
        stop = why;
        executing.forEach(Thread::interrupt);
        moved.signalAll();
      } finally {
        gate.unlock();
      }
    }
  }
}
