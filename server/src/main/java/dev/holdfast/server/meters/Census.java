package dev.holdfast.server.meters;

import dev.holdfast.store.Figures;
import dev.holdfast.store.NodeLease;
import dev.holdfast.store.RunFilter;
import dev.holdfast.store.RunPhase;
import dev.holdfast.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Counts what waits in the store. However many people ask, the store is asked once in a while, and
 * each time for a bounded number of rows.
 */
public final class Census {

  /** Waiting runs of one priority are counted exactly up to here. */
  public static final int EXACT_UP_TO = 10_000;

  private static final int OPEN_UP_TO = 20_000;

  private static final RunFilter DEAD =
      RunFilter.ALL.phases(Set.of(RunPhase.FAILED)).onlyDeadLetters();

  /**
   * What there was.
   *
   * @param open runs that have not ended, by phase
   * @param held how many runs each node holds
   * @param deadLetters runs that have failed for good and that nobody has decided about
   */
  public record Taken(
      Instant at,
      List<Figures.Level> queue,
      Map<RunPhase, Long> open,
      Map<String, Long> held,
      List<NodeLease> nodes,
      long deadLetters) {

    public long ready() {
      return queue.stream().mapToLong(Figures.Level::ready).sum();
    }

    public long later() {
      return queue.stream().mapToLong(Figures.Level::later).sum();
    }

    /** How long the first of all that are ready has waited. */
    public Duration oldestReady() {
      return queue.stream()
          .map(level -> age(level.oldestReady()))
          .max(Duration::compareTo)
          .orElse(Duration.ZERO);
    }

    public Duration age(@Nullable Instant since) {
      return since == null || since.isAfter(at) ? Duration.ZERO : Duration.between(since, at);
    }
  }

  private record Kept(Taken taken, long nanos) {}

  private final Store store;
  private final LongSupplier nanos;
  private final ReentrantLock counting = new ReentrantLock();
  private volatile @Nullable Kept kept;

  Census(Store store, LongSupplier nanos) {
    this.store = store;
    this.nanos = nanos;
  }

  /** The newest one; null when none was ever taken. Asks the store nothing. */
  public @Nullable Taken latest() {
    var known = kept;
    return known == null ? null : known.taken;
  }

  /** One that is not older than this. */
  public Taken take(Duration atMost) {
    var known = fresh(atMost);
    if (known != null) {
      return known;
    }
    counting.lock();
    try {
      known = fresh(atMost);
      if (known == null) {
        var figures = store.figures();
        known =
            new Taken(
                store.now(),
                figures.queue(EXACT_UP_TO),
                figures.open(OPEN_UP_TO),
                figures.held(),
                store.nodes(),
                deadLetters());
        kept = new Kept(known, nanos.getAsLong());
      }
      return known;
    } finally {
      counting.unlock();
    }
  }

  private long deadLetters() {
    return store.lists().counts(DEAD, EXACT_UP_TO).getOrDefault(RunPhase.FAILED, 0L);
  }

  private @Nullable Taken fresh(Duration atMost) {
    var known = kept;
    return known != null && nanos.getAsLong() - known.nanos <= atMost.toNanos()
        ? known.taken
        : null;
  }
}
