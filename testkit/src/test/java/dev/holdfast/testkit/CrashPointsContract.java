package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.testkit.CrashPoints.Report;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Wherever a process crashes, and whatever the store answers: the result is the same, a completed
 * step is never executed again, an interrupted one at most once more for each crash, transactional
 * effects are there exactly once, and the log is sound.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class CrashPointsContract {

  private static final Logger LOG = LoggerFactory.getLogger("dev.holdfast.cases");

  private final AtomicInteger keys = new AtomicInteger();
  private Bed bed;
  private CrashPoints points;
  private int cases;

  abstract Bed bed() throws Exception;

  /** What this store can do. */
  Stream<Shape> shapes() {
    return Stream.of(Shape.values());
  }

  @BeforeEach
  void open() throws Exception {
    cases = 0;
    bed = bed();
    points = new CrashPoints(bed.open(), bed.clock(), bed::restart);
  }

  @AfterEach
  void close(TestInfo info) {
    LOG.info("{} {}: {} cases", getClass().getSimpleName(), info.getDisplayName(), cases);
    points.store().close();
    bed.close();
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void a_crash_before_or_after_any_commit_changes_nothing(Shape shape) {
    check(points.everywhere(of(shape, 1), Fault.CRASH_BEFORE, Fault.CRASH_AFTER));
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void a_second_crash_during_recovery_changes_nothing_either(Shape shape) {
    // On the same handle, because opening a store takes longer than all the rest.
    var quick = new CrashPoints(points.store(), bed.clock());
    check(quick.twice(of(shape, 1), Fault.CRASH_AFTER, Fault.CRASH_BEFORE));
    check(quick.twice(of(shape, 1), Fault.CRASH_BEFORE, Fault.CRASH_AFTER));
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void a_store_that_does_not_answer_any_one_call_changes_nothing(Shape shape) {
    check(
        points.everywhere(
            of(shape, 1), Fault.UNKNOWN_APPLIED, Fault.UNKNOWN_NOT_APPLIED, Fault.UNAVAILABLE));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void a_store_that_often_does_not_answer_only_makes_it_slower(long seed) {
    Fault[] faults = {Fault.UNKNOWN_APPLIED, Fault.UNKNOWN_NOT_APPLIED, Fault.UNAVAILABLE};
    shapes().forEach(shape -> check(points.byChance(of(shape, 10), seed, 0.3, faults)));
  }

  private Supplier<Scenario> of(Shape shape, int runs) {
    return () -> shape.scenario(() -> shape + "-" + keys.incrementAndGet(), runs);
  }

  private void check(Report report) {
    cases += report.cases();
    assertThat(report.violations()).isEmpty();
    assertThat(bed.effects().values()).allMatch(rows -> rows == 1);
  }
}
