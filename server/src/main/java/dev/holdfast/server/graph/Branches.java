package dev.holdfast.server.graph;

import dev.holdfast.engine.LiveRun;
import dev.holdfast.engine.Unwind;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * What runs beside one thread of a run. It belongs to that thread: when that is left, nothing goes
 * on beside it.
 */
final class Branches {

  /** What a branch does. */
  interface Body {
    void run();
  }

  private static final class Branch {
    final String name;
    volatile boolean done;
    volatile @Nullable Throwable error;
    @Nullable Thread thread;

    Branch(String name) {
      this.name = name;
    }

    /** Failed by itself, and not because it was stopped. */
    boolean failed() {
      return done && error != null && !(error instanceof Unwind);
    }
  }

  private final LiveRun live;
  private final List<Branch> begun = new ArrayList<>();
  private final AtomicInteger ended = new AtomicInteger();
  private volatile boolean failed;

  Branches(LiveRun live) {
    this.live = live;
  }

  /** Begins something beside the calling thread. */
  void begin(String name, Body body) {
    var branch = new Branch(name);
    begun.add(branch);
    branch.thread =
        live.fork(
            name,
            () -> {
              try {
                body.run();
              } catch (Throwable e) {
                branch.error = e;
              }
            },
            () -> {
              branch.done = true;
              if (branch.failed()) {
                failed = true;
              }
              ended.incrementAndGet();
              live.wake();
            });
  }

  /** How many have ended so far. */
  int ended() {
    return ended.get();
  }

  /** Waits until more have ended than that. */
  void awaitMoreThan(int count) {
    live.await("", null, () -> ended.get() > count);
  }

  /** Waits until fewer than so many run, or one has failed. */
  void awaitFewerThan(int count) {
    live.await("", null, () -> begun.size() - ended.get() < count || failed);
  }

  /** What the first one that failed failed with; null when none did. */
  @Nullable Throwable failure() {
    return begun.stream().filter(Branch::failed).map(b -> b.error).findFirst().orElse(null);
  }

  /** Stops those that still run, for good, and waits for their end. */
  void cancel() {
    for (var branch : begun) {
      if (!branch.done) {
        live.facts().branchCancelled(branch.name);
        if (branch.thread != null) {
          live.cancelBranch(branch.thread);
        }
      }
    }
    live.await("", null, this::allDone);
  }

  /** The thread is being left: so are the branches, unless the run only leaves memory. */
  void abandon(Throwable why) {
    if (begun.isEmpty() || (why instanceof Unwind unwind && !unwind.forGood())) {
      return;
    }
    boolean allLeave =
        why instanceof Unwind unwind && unwind.reason() != Unwind.Reason.BRANCH_CANCELLED;
    live.shielded(
        () -> {
          if (allLeave) {
            live.await("", null, this::allDone);
          } else {
            cancel();
          }
        });
  }

  private boolean allDone() {
    return ended.get() == begun.size();
  }
}
