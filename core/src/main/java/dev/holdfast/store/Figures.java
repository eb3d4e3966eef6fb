package dev.holdfast.store;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is in the store, in numbers. Asked for every few seconds beside a busy queue, so everything
 * but {@link #disk} follows an index and stops counting at a bound.
 */
public interface Figures {

  /** More priorities than this are not told apart: the most urgent ones are shown. */
  int LEVELS_MAX = 100;

  /**
   * The queue of one priority.
   *
   * @param ready runs that are due and that nobody has taken
   * @param later runs that are due at some later time
   * @param oldestReady since when the first of the ready ones has been due
   */
  record Level(int priority, long ready, long later, @Nullable Instant oldestReady) {}

  /** A table with its indexes. */
  record Table(String name, long bytes, long rows) {}

  /**
   * The room that the data takes.
   *
   * @param freeBytes the part of it that is empty and will be used again; null when nobody knows
   * @param volumeFreeBytes what is left on the disk below it; null when nobody knows
   */
  record Disk(
      long totalBytes,
      @Nullable Long freeBytes,
      @Nullable Long volumeFreeBytes,
      List<Table> tables) {}

  /** A word for what kind of store it is. */
  String kind();

  /** The version of the database. */
  String version();

  /** The queue, most urgent first; each number is at most one more than {@code upTo}. */
  List<Level> queue(int upTo);

  /**
   * Runs that have not ended, by phase. Of those that a node holds, and of those that none does, it
   * looks at so many: where there are more, the numbers are lower bounds.
   */
  Map<RunPhase, Long> open(int upTo);

  /** How many runs each node holds. */
  Map<String, Long> held();

  /** Looks at everything and may take long: ask seldom. */
  Disk disk();
}
