package dev.holdfast.engine;

import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;

/** Threads inside a step's own code, which is where an interrupt is of use. */
final class Executing {

  private final Halt halt;
  private final Set<Thread> threads = ConcurrentHashMap.newKeySet();

  Executing(Halt halt) {
    this.halt = halt;
  }

  /** Runs a step's own code so that stopping its thread interrupts it. */
  <T> T run(Callable<T> code) throws Exception {
    var thread = Thread.currentThread();
    threads.add(thread);
    try {
      // Whoever stopped this thread before it stood in the list could not interrupt it.
      var stopped = halt.of(thread);
      if (stopped != null) {
        throw stopped;
      }
      return code.call();
    } finally {
      threads.remove(thread);
      if (halt.of(thread) != null) {
        // The interrupt was for the code that has just ended, not for what comes after it.
        boolean ignored = Thread.interrupted();
      }
    }
  }

  void interrupt(Thread thread) {
    if (threads.contains(thread)) {
      thread.interrupt();
    }
  }

  /** Interrupts all that must not go on. */
  void interruptStopped() {
    for (var thread : threads) {
      if (halt.stopped() || !halt.isShielded(thread)) {
        thread.interrupt();
      }
    }
  }
}
