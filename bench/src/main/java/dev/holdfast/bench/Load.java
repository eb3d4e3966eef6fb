package dev.holdfast.bench;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;

/** Keeps so many pieces of work in flight until all are done. */
final class Load {

  private Load() {}

  /** Work by its number. */
  interface Work {
    void run(int number);
  }

  /** Seconds until all of them are done; every piece runs in a virtual thread. */
  static double seconds(int pieces, int inFlight, Work work) throws InterruptedException {
    var gate = new Semaphore(inFlight);
    var done = new CountDownLatch(pieces);
    long begun = System.nanoTime();
    for (int i = 0; i < pieces; i++) {
      int number = i;
      gate.acquire();
      Thread.startVirtualThread(
          () -> {
            try {
              work.run(number);
            } finally {
              gate.release();
              done.countDown();
            }
          });
    }
    done.await();
    return (double) (System.nanoTime() - begun) / 1e9;
  }
}
