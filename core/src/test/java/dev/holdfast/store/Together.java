package dev.holdfast.store;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Threads that begin at the same moment. */
final class Together {

  /** Work of the n-th thread. */
  @FunctionalInterface
  interface Work<T> {
    T run(int n) throws Exception;
  }

  private Together() {}

  /** The results in the order of the threads; the first exception any of them threw. */
  static <T> List<T> run(int threads, Work<T> work) throws Exception {
    var start = new CyclicBarrier(threads);
    var pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<T>> futures = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        int n = i;
        futures.add(
            pool.submit(
                () -> {
                  start.await(60, TimeUnit.SECONDS);
                  return work.run(n);
                }));
      }
      List<T> results = new ArrayList<>();
      for (var future : futures) {
        results.add(future.get(120, TimeUnit.SECONDS));
      }
      return results;
    } finally {
      pool.shutdownNow();
    }
  }
}
