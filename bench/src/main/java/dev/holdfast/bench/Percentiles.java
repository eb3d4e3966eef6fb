package dev.holdfast.bench;

import java.util.Arrays;

/**
 * The middle and the tail of many latencies.
 *
 * @param p50Ms half of them took no longer
 * @param p99Ms one in a hundred took longer
 */
record Percentiles(double p50Ms, double p99Ms) {

  static Percentiles of(long[] nanos) {
    var sorted = nanos.clone();
    Arrays.sort(sorted);
    return new Percentiles(at(sorted, 0.50), at(sorted, 0.99));
  }

  private static double at(long[] sorted, double share) {
    int index = (int) Math.min(sorted.length - 1L, Math.round(sorted.length * share));
    return (double) sorted[index] / 1e6;
  }
}
