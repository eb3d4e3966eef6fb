package dev.holdfast.server.meters;

import dev.holdfast.store.RunPhase;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The last hour in short intervals and the last day in long ones, of this node, in memory: a new
 * process begins with none.
 */
public final class History {

  public static final Duration SHORT = Duration.ofSeconds(10);
  public static final Duration LONG = Duration.ofMinutes(5);
  private static final Duration SHORT_REACH = Duration.ofHours(1);
  private static final Duration LONG_REACH = Duration.ofDays(1);
  private static final int SHORT_MAX = (int) SHORT_REACH.dividedBy(SHORT);
  private static final int LONG_MAX = (int) LONG_REACH.dividedBy(LONG);
  private static final int SHORT_IN_LONG = (int) LONG.dividedBy(SHORT);

  /**
   * What happened in one interval.
   *
   * @param at the end of it
   * @param attempts attempts at steps that were over
   * @param failedAttempts those of them that failed
   * @param faults commits that failed or went unanswered
   * @param counts runs by phase at its end; null when the store did not answer
   */
  public record Point(
      Instant at,
      long attempts,
      long failedAttempts,
      long runsStarted,
      long runsEnded,
      long faults,
      Histogram.Reading commitTimes,
      Histogram.Reading batches,
      @Nullable Map<RunPhase, Long> counts) {

    /** This interval and the one after it as one. */
    Point and(Point next) {
      return new Point(
          next.at,
          attempts + next.attempts,
          failedAttempts + next.failedAttempts,
          runsStarted + next.runsStarted,
          runsEnded + next.runsEnded,
          faults + next.faults,
          commitTimes.plus(next.commitTimes),
          batches.plus(next.batches),
          next.counts == null ? counts : next.counts);
    }
  }

  private final ReentrantLock lock = new ReentrantLock();
  private final Deque<Point> shorts = new ArrayDeque<>();
  private final Deque<Point> longs = new ArrayDeque<>();
  private @Nullable Point gathering;
  private int gathered;

  void add(Point point) {
    lock.lock();
    try {
      keep(shorts, point, SHORT_MAX);
      gathering = gathering == null ? point : gathering.and(point);
      if (++gathered == SHORT_IN_LONG) {
        keep(longs, gathering, LONG_MAX);
        gathering = null;
        gathered = 0;
      }
    } finally {
      lock.unlock();
    }
  }

  /** The points behind this time, oldest first; long ones if the short ones do not reach back. */
  public List<Point> since(Instant from, Duration reach) {
    lock.lock();
    try {
      var points = isLong(reach) ? longs : shorts;
      return points.stream().filter(point -> point.at.isAfter(from)).toList();
    } finally {
      lock.unlock();
    }
  }

  /** How long the intervals are that reach back so far. */
  public static Duration interval(Duration reach) {
    return isLong(reach) ? LONG : SHORT;
  }

  private static boolean isLong(Duration reach) {
    return reach.compareTo(SHORT_REACH) > 0;
  }

  private static void keep(Deque<Point> ring, Point point, int most) {
    ring.addLast(point);
    if (ring.size() > most) {
      ring.removeFirst();
    }
  }
}
