package dev.holdfast.server.meters;

import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;

/** How often values were how large, in fixed buckets; may be counted from any thread. */
public final class Histogram {

  /** From a tenth of a millisecond to a minute, six to a decade: nanoseconds. */
  private static final long[] TIMES = times();

  private static final long[] SIZES = {1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000};

  private final long[] bounds;
  private final LongAdder[] counts;
  private final LongAdder sum = new LongAdder();

  private Histogram(long[] bounds) {
    this.bounds = bounds;
    this.counts = new LongAdder[bounds.length + 1];
    Arrays.setAll(counts, i -> new LongAdder());
  }

  static Histogram ofTimes() {
    return new Histogram(TIMES);
  }

  static Histogram ofSizes() {
    return new Histogram(SIZES);
  }

  void record(long value) {
    int place = Arrays.binarySearch(bounds, value);
    counts[place < 0 ? -place - 1 : place].increment();
    sum.add(value);
  }

  Reading read() {
    var now = new long[counts.length];
    Arrays.setAll(now, i -> counts[i].sum());
    return new Reading(bounds, now, sum.sum());
  }

  private static long[] times() {
    long[] steps = {100, 150, 200, 300, 500, 700};
    var times = new long[34];
    long unit = 1_000;
    for (int i = 0; i < times.length; i++) {
      times[i] = steps[i % steps.length] * unit;
      if (i % steps.length == steps.length - 1) {
        unit *= 10;
      }
    }
    return times;
  }

  /** What was in the buckets at one time, or between two. */
  public static final class Reading {
    private final long[] bounds;
    private final long[] counts;
    private final long sum;

    private Reading(long[] bounds, long[] counts, long sum) {
      this.bounds = bounds;
      this.counts = counts;
      this.sum = sum;
    }

    public Reading minus(Reading earlier) {
      var difference = new long[counts.length];
      Arrays.setAll(difference, i -> counts[i] - earlier.counts[i]);
      return new Reading(bounds, difference, sum - earlier.sum);
    }

    public Reading plus(Reading other) {
      var total = new long[counts.length];
      Arrays.setAll(total, i -> counts[i] + other.counts[i]);
      return new Reading(bounds, total, sum + other.sum);
    }

    public long count() {
      return Arrays.stream(counts).sum();
    }

    public long sum() {
      return sum;
    }

    int buckets() {
      return bounds.length;
    }

    long bound(int bucket) {
      return bounds[bucket];
    }

    long countIn(int bucket) {
      return counts[bucket];
    }

    /**
     * The value that this part of all values does not exceed, as well as the buckets tell; 0 when
     * there are no values.
     */
    public double quantile(double part) {
      long all = count();
      double wanted = part * all;
      long below = 0;
      for (int i = 0; i < counts.length; i++) {
        if (counts[i] > 0 && below + counts[i] >= wanted) {
          long low = i == 0 ? 0 : bounds[i - 1];
          long high = i == bounds.length ? bounds[i - 1] : bounds[i];
          return low + (high - low) * (wanted - below) / counts[i];
        }
        below += counts[i];
      }
      return 0;
    }
  }
}
