package dev.holdfast.engine;

import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/** Threads inside a step's own code, which is where an interrupt is of use. */
final class Executing {

  private final Halt halt;
  private final Set<Thread> threads = ConcurrentHashMap.newKeySet();

  /** An interrupt that comes after its thread has left would stop what cleans up. */
  private final ReentrantLock leaving = new ReentrantLock();

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
      leave(thread);
      if (halt.of(thread) != null) {
        // The interrupt was for the code that has just ended, not for what comes after it.
        boolean ignored = Thread.interrupted();
      }
    }
  }

  void interrupt(Thread thread) {
    leaving.lock();
    try {
      if (threads.contains(thread)) {
        thread.interrupt();
      }
    } finally {
      leaving.unlock();
    }
  }

  /** Interrupts all that must not go on. */
  void interruptStopped() {
    for (var thread : threads) {
      if (halt.stopped() || !halt.isShielded(thread)) {
        interrupt(thread);
      }
    }
  }

  private void leave(Thread thread) {
    leaving.lock();
    try {
      threads.remove(thread);
    } finally {
      leaving.unlock();
    }
  }
}
