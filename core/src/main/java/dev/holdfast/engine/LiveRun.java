package dev.holdfast.engine;

import dev.holdfast.log.Event;
import dev.holdfast.log.Failure;
import dev.holdfast.log.Json;
import dev.holdfast.log.RunState;
import dev.holdfast.log.StepState;
import dev.holdfast.store.RunPhase;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One run in this node's memory: the log it is written to, the threads that advance it, and what
 * they wait for. A run whose threads all wait long enough leaves memory: they are unwound, and the
 * header says when or by what the run is to be woken.
 */
public final class LiveRun {

  private final RunState replayed;
  private final Surroundings around;
  private final RunLog log;
  private final Steps steps;
  private final Facts facts;
  private final Calls calls;
  private final Asked asked;
  private final Inbox inbox;
  private final Overrides overrides;
  private final Undo undo = new Undo();
  private final Halt halt = new Halt();
  private final Executing executing = new Executing(halt);
  private final Map<String, Event.ChildEnded> children;

  /** Guards what threads wait for and why they stop. Never held while the log is called. */
  private final ReentrantLock gate = new ReentrantLock();

  private final Waiting waiting;

  /** The thread that advances the run and has a life of its own; null when there is none. */
  private final @Nullable Thread lender;

  private volatile boolean handedBack;
  private Clock.@Nullable Alarm deadline;
  private final AtomicReference<@Nullable String> rehearsedTo = new AtomicReference<>();

  LiveRun(RunState replayed, Surroundings around, Manner manner, LogFactory logs) {
    this.replayed = replayed;
    this.around = around;
    this.inbox = new Inbox(replayed);
    this.asked = new Asked(replayed);
    this.children = new ConcurrentHashMap<>(replayed.children());
    this.log = logs.open(new Ears());
    this.lender = manner == Manner.LENT ? Thread.currentThread() : null;
    this.waiting = new Waiting(gate, halt, around, manner, log, replayed.created().deadline());
    this.steps = new Steps(this, log, around);
    this.facts = new Facts(this, log, inbox);
    this.overrides = new Overrides(this, log, inbox);
    this.calls = new Calls(this, log, around.others());
    recall();
  }

  /** Opens the log with somebody to listen to it. */
  interface LogFactory {
    RunLog open(RunLog.Listener listener);
  }

  public UUID id() {
    return replayed.header().id();
  }

  /** The run that keys and chance are derived from: the same for all retries of a run. */
  public UUID origin() {
    var origin = replayed.created().origin();
    return origin == null ? id() : origin;
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

  /** How it ended is on stable storage: what was kept back until then can be told. */
  void ended(Event end) {
    steps.ended();
    around.observer().ended(replayed, end);
  }

  /** Waiting for signals, and small facts that are recorded in passing. */
  public Facts facts() {
    return facts;
  }

  /** Other runs that this one starts. */
  public Calls calls() {
    return calls;
  }

  /** Signals received so far, oldest first. */
  public List<Event.SignalReceived> signals() {
    return inbox.all();
  }

  /** The code asks for this name, now or soon: what is recorded under it is still in use. */
  public void ask(String name) {
    asked.ask(name);
  }

  /** Whether the log goes on in this scope behind the point that the code has reached. */
  public boolean isBehind(String scope) {
    return asked.isBehind(scope);
  }

  /** Should the run fail or be cancelled, this undoes what has just been done. */
  public void undoBy(Runnable call) {
    undo.add(call);
  }

  /**
   * Runs the branch beside the calling thread, in a thread of its own. A branch that was cancelled
   * in an earlier life replays what it did then and goes no further.
   *
   * @param ended called when the branch has asked for all that it will ever ask for
   */
  public Thread fork(String name, Runnable branch, Runnable ended) {
    asked.branchBegun(name);
    waiting.joined();
    var thread =
        Thread.ofVirtual()
            .name("holdfast-branch")
            .unstarted(
                () -> {
                  try {
                    branch.run();
                  } finally {
                    asked.branchEnded(name);
                    ended.run();
                    halt.ended(Thread.currentThread());
                    waiting.left();
                  }
                });
    if (replayed.steps().containsKey(Facts.cancelled(name))) {
      halt.cancelBranch(thread);
    }
    thread.start();
    return thread;
  }

  /**
   * Blocks until ready, or until the time has come; true when ready. The question is asked again
   * whenever something happens to the run, under its gate, so it must be quick and must not block.
   */
  public boolean await(String what, @Nullable Instant until, BooleanSupplier ready) {
    return waiting.await(what, until, ready);
  }

  /** Stops one branch: its step is interrupted, and no further one begins. */
  public void cancelBranch(Thread branch) {
    gate.lock();
    try {
      halt.cancelBranch(branch);
      executing.interrupt(branch);
      waiting.moved();
    } finally {
      gate.unlock();
    }
  }

  /** Lets waiting threads look again. */
  public void wake() {
    waiting.wake();
  }

  /** Runs code that must not be left half done when the run is cancelled or fails. */
  public void shielded(Runnable code) {
    halt.shielded(code);
  }

  /** Code and log disagree: stops the run, shows both sides, and waits for a person. */
  public Unwind pause(String reason, @Nullable Json detail) {
    if (around.rehearsing()) {
      throw new IllegalStateException(reason);
    }
    var event = new Event.RunPaused(now(), reason, detail);
    if (log.commitIf(() -> halt.stopped() ? null : event)) {
      leave(new Unwind(Unwind.Reason.PARKED, "the run is paused: " + reason));
    }
    var unwind = interruption();
    return unwind == null ? new Unwind(Unwind.Reason.PARKED, reason) : unwind;
  }

  /** What the log knows of this step, which the code now asks for. */
  @Nullable StepState recorded(String name) {
    asked.ask(name);
    return replayed.steps().get(name);
  }

  /**
   * Throws if this step must not be executed here and now; where the node is closing, waits to be
   * handed over.
   */
  void enter(String name) {
    waiting.refuse();
    if (around.rehearsing()) {
      rehearsedTo.compareAndSet(null, name);
      throw new Unwind(Unwind.Reason.PARKED, "only rehearsing: " + name + " would come next");
    }
    if (!halt.isShielded(Thread.currentThread()) && asked.isStrange(name)) {
      throw diverged(asked.missing());
    }
    if (around.draining().getAsBoolean()) {
      await(RunPhase.A_NODE, null, () -> false);
    }
  }

  Unwind diverged(List<String> missing) {
    return pause(Asked.reason(missing), asked.explain(missing));
  }

  @Nullable String rehearsedTo() {
    return rehearsedTo.get();
  }

  List<String> missing() {
    return asked.missing();
  }

  Overrides overrides() {
    return overrides;
  }

  Undo undo() {
    return undo;
  }

  Halt halt() {
    return halt;
  }

  /** Who executes steps; null when any number may execute at once. */
  @Nullable Workers workers() {
    return around.workers();
  }

  Event.@Nullable ChildEnded ended(String step) {
    return children.get(step);
  }

  /** Runs a step's own code so that cancelling or losing the run interrupts it. */
  <T> T interruptibly(Callable<T> code) throws Exception {
    return executing.run(code);
  }

  /** Interrupts a thread if it is in a step's own code. */
  void interrupt(Thread thread) {
    executing.interrupt(thread);
  }

  /** What the code should be left with, once an interrupted step returns; null to go on. */
  @Nullable Unwind interruption() {
    return halt.of(Thread.currentThread());
  }

  /** Whether somebody who is none of us may have interrupted the calling thread. */
  boolean isLent() {
    return Thread.currentThread().equals(lender);
  }

  /**
   * The thread that was lent has been interrupted and is wanted elsewhere. That says nothing about
   * the run, which leaves memory and goes on in another thread.
   */
  Unwind handBack() {
    handedBack = true;
    var why = new Unwind(Unwind.Reason.PARKED, "the thread that advanced it was interrupted");
    leave(why);
    return why;
  }

  boolean handedBack() {
    return handedBack;
  }

  RunLog log() {
    return log;
  }

  /**
   * When the run is due again, once it has left memory; null when only being spoken to wakes it.
   */
  @Nullable Instant parkedUntil() {
    return waiting.parkedUntil();
  }

  void refresh() {
    log.refresh();
  }

  /** The run has left: waits for its branches, which must not write beside their successors. */
  void close() {
    if (deadline != null) {
      deadline.cancel();
    }
    waiting.awaitBranches();
    if (handedBack && !halt.lost()) {
      waiting.leaveAtOnce();
    }
  }

  /** Begins with what earlier lives have decided. */
  private void recall() {
    if (replayed.cancelReason() != null) {
      halt.cancel(replayed.cancelReason());
    }
    var rollback = replayed.steps().get(Facts.ROLLBACK);
    if (rollback != null && rollback.error() != null) {
      halt.fail(rollback.error());
    }
    var end = replayed.created().deadline();
    if (end != null && !around.rehearsing()) {
      deadline = around.clock().at(end, this::expire);
    }
  }

  private void expire() {
    var why = "the run has not ended before its deadline, " + replayed.created().deadline();
    gate.lock();
    try {
      if (halt.fail(new Failure("DeadlineExceeded", why, null))) {
        interruptAll();
      }
    } finally {
      gate.unlock();
    }
  }

  private void leave(Unwind why) {
    gate.lock();
    try {
      halt.stop(why);
      interruptAll();
    } finally {
      gate.unlock();
    }
  }

  private void interruptAll() {
    executing.interruptStopped();
    waiting.moved();
  }

  private final class Ears implements RunLog.Listener {

    @Override
    public void heard(Event event) {
      gate.lock();
      try {
        switch (event) {
          case Event.SignalReceived signal -> inbox.add(signal);
          case Event.ChildEnded child -> children.putIfAbsent(child.step(), child);
          case Event.RunCancelRequested cancel -> {
            if (halt.cancel(cancel.reason())) {
              interruptAll();
            }
          }
          default -> {}
        }
        waiting.moved();
      } finally {
        gate.unlock();
      }
    }

    @Override
    public void lost(Unwind why) {
      leave(why);
    }
  }
}
