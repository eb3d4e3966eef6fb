package dev.holdfast.store.jdbc;

import dev.holdfast.store.RunFilter;
import dev.holdfast.store.RunPhase;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Phases and the status of document 000 as conditions on {@code workflow_run}. */
public final class PhaseSql {

  /** Neither ended nor given up. */
  public static final String OPEN = "status in ('pending', 'leased')";

  private PhaseSql() {}

  public static RunPhase phase(String word) {
    return RunPhase.valueOf(word.toUpperCase(Locale.ROOT));
  }

  public static String is(RunFilter.Status status) {
    return switch (status) {
      case PENDING -> "(" + OPEN + " and started_at is null)";
      case RUNNING -> "(" + OPEN + " and started_at is not null)";
      case COMPLETED -> "status = 'succeeded'";
      case FAILED -> "status = 'failed'";
      case CANCELLED -> "status = 'cancelled'";
    };
  }

  /** The statuses that runs in these phases have, so that the indexes on them can be used. */
  public static String statuses(Set<RunPhase> phases) {
    return list(
        phases.stream()
            .flatMap(
                phase -> phase.ended() ? Stream.of(status(phase)) : Stream.of("pending", "leased"))
            .distinct()
            .toList());
  }

  public static String words(Set<RunPhase> phases) {
    return list(phases.stream().map(RunPhase::word).toList());
  }

  /** The status of runs that have ended in this way. */
  public static String status(RunPhase ended) {
    return ended == RunPhase.COMPLETED ? "succeeded" : ended.word();
  }

  private static String list(List<String> words) {
    return words.stream().map(word -> "'" + word + "'").collect(Collectors.joining(", "));
  }
}
