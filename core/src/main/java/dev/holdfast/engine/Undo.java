package dev.holdfast.engine;

import dev.holdfast.StepFailedException;
import dev.holdfast.log.Failure;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * What undoes the completed steps of a run, newest first. Each one is a step itself: recorded, with
 * its own attempts, and not executed again after a crash in the middle.
 */
final class Undo {

  private final Deque<Runnable> calls = new ArrayDeque<>();

  synchronized void add(Runnable call) {
    calls.push(call);
  }

  synchronized boolean isEmpty() {
    return calls.isEmpty();
  }

  /** Executes all of them, whether or not some fail, and returns how those did. */
  List<StepFailedException> run() {
    List<StepFailedException> failed = new ArrayList<>();
    for (var call : newestFirst()) {
      try {
        call.run();
      } catch (StepFailedException e) {
        failed.add(e);
      }
    }
    return failed;
  }

  /** The first error, and what went wrong while it was being undone. */
  static Failure combined(Failure first, List<StepFailedException> further) {
    if (further.isEmpty()) {
      return first;
    }
    var message = new StringBuilder(first.message());
    for (var error : further) {
      message.append("; then ").append(error.getMessage());
    }
    return new Failure(first.type(), message.toString(), first.trace());
  }

  private synchronized List<Runnable> newestFirst() {
    return List.copyOf(calls);
  }
}
