package dev.holdfast.server.meters;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.store.RunPhase;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HistoryTest {

  private static final Instant START = Instant.parse("2026-01-02T03:00:00Z");
  private static final Duration QUARTER = Duration.ofMinutes(15);
  private static final Duration DAY = Duration.ofDays(1);

  private final History history = new History();

  @Test
  void theLastMinutesAreInShortIntervals() {
    var end = fill(Duration.ofHours(2));

    var points = history.since(end.minus(QUARTER), QUARTER);

    assertThat(History.interval(QUARTER)).isEqualTo(Duration.ofSeconds(10));
    assertThat(points).hasSize(90);
    assertThat(points.getFirst().at()).isEqualTo(end.minus(QUARTER).plusSeconds(10));
    assertThat(points.getLast().at()).isEqualTo(end);
    assertThat(points).allMatch(point -> point.attempts() == 3);
  }

  @Test
  void theDayIsInLongIntervalsThatLoseNothing() {
    var end = fill(Duration.ofHours(30));

    var points = history.since(end.minus(DAY), DAY);

    assertThat(History.interval(DAY)).isEqualTo(Duration.ofMinutes(5));
    assertThat(points).hasSize(288);
    assertThat(points).allMatch(point -> point.attempts() == 90 && point.batches().count() == 30);
    assertThat(points.getLast().counts()).isEqualTo(Map.of(RunPhase.RUNNING, 30L * 360 - 1));
    assertThat(history.since(end.minus(DAY.multipliedBy(9)), DAY)).hasSize(288);
    assertThat(history.since(end.minus(DAY), Duration.ofHours(1))).hasSize(360);
  }

  @Test
  void anIntervalInWhichTheStoreWasAwayKeepsTheCountsBeforeIt() {
    for (int i = 1; i <= 30; i++) {
      history.add(point(START.plusSeconds(10L * i), i <= 20 ? Map.of(RunPhase.WAITING, 4L) : null));
    }

    var whole = history.since(START, DAY);

    assertThat(whole).hasSize(1);
    assertThat(whole.getFirst().counts()).isEqualTo(Map.of(RunPhase.WAITING, 4L));
  }

  private Instant fill(Duration length) {
    long intervals = length.dividedBy(History.SHORT);
    for (long i = 0; i < intervals; i++) {
      history.add(point(START.plusSeconds(10 * (i + 1)), Map.of(RunPhase.RUNNING, i)));
    }
    return START.plus(length);
  }

  private static History.Point point(
      Instant at, @org.jspecify.annotations.Nullable Map<RunPhase, Long> counts) {
    var batches = Histogram.ofSizes();
    batches.record(2);
    return new History.Point(at, 3, 1, 1, 1, 0, Histogram.ofTimes().read(), batches.read(), counts);
  }
}
