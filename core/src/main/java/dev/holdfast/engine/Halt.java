package dev.holdfast.engine;

import dev.holdfast.log.Failure;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Whether a run's threads may go on, and if not, why. Changed under the run's gate only. */
final class Halt {

  private volatile @Nullable Unwind stop;
  private volatile @Nullable String cancelReason;
  private volatile @Nullable Failure failure;
  private final Set<Thread> cancelledBranches = ConcurrentHashMap.newKeySet();

  /** Threads that clean up, which only losing the run or leaving memory may stop. */
  private final Set<Thread> shielded = ConcurrentHashMap.newKeySet();

  /** The run leaves this node's memory. */
  void stop(Unwind why) {
    if (stop == null || why.reason() == Unwind.Reason.LOST) {
      stop = why;
    }
  }

  /** False when it was asked for already. */
  boolean cancel(String reason) {
    if (cancelReason != null) {
      return false;
    }
    cancelReason = reason;
    return true;
  }

  /** False when the run has failed already. */
  boolean fail(Failure why) {
    if (failure != null) {
      return false;
    }
    failure = why;
    return true;
  }

  void cancelBranch(Thread branch) {
    cancelledBranches.add(branch);
  }

  void ended(Thread branch) {
    cancelledBranches.remove(branch);
  }

  /** Runs code that only losing the run or leaving memory may stop. */
  void shielded(Runnable code) {
    var thread = Thread.currentThread();
    boolean outermost = shielded.add(thread);
    try {
      code.run();
    } finally {
      if (outermost) {
        shielded.remove(thread);
      }
    }
  }

  boolean isShielded(Thread thread) {
    return shielded.contains(thread);
  }

  boolean stopped() {
    return stop != null;
  }

  boolean lost() {
    var why = stop;
    return why != null && why.reason() == Unwind.Reason.LOST;
  }

  @Nullable String cancelReason() {
    return cancelReason;
  }

  @Nullable Failure failure() {
    return failure;
  }

  /** What this thread must be left with; null when it may go on. */
  @Nullable Unwind of(Thread thread) {
    var stopped = stop;
    if (stopped != null || shielded.contains(thread)) {
      return stopped;
    }
    var failed = failure;
    if (failed != null) {
      return new Unwind(Unwind.Reason.FAILED, failed.summary());
    }
    var cancelled = cancelReason;
    if (cancelled != null) {
      return new Unwind(Unwind.Reason.CANCELLED, cancelled);
    }
    return cancelledBranches.contains(thread)
        ? new Unwind(Unwind.Reason.BRANCH_CANCELLED, "another branch was first")
        : null;
  }
}
