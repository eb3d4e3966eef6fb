package dev.holdfast.bench;

import java.util.Arrays;

/** How long each of many things took; the newest, when there were more than it has room for. */
final class Timings {

  private final long[] nanos;
  private int taken;

  Timings(int room) {
    this.nanos = new long[room];
  }

  void time(Runnable work) {
    long begun = System.nanoTime();
    work.run();
    nanos[taken++ % nanos.length] = System.nanoTime() - begun;
  }

  static void forget(Timings... all) {
    for (var timings : all) {
      timings.taken = 0;
    }
  }

  Percentiles percentiles() {
    return Percentiles.of(Arrays.copyOf(nanos, Math.min(taken, nanos.length)));
  }
}
