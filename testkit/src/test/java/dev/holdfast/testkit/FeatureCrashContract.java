package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Signals, children, races, maps, sagas and the rest, with a crash at every commit. */
abstract class FeatureCrashContract {

  private final AtomicInteger keys = new AtomicInteger();
  private Bed bed;
  private CrashPoints points;

  abstract Bed bed() throws Exception;

  @BeforeEach
  void open() throws Exception {
    bed = bed();
    points = new CrashPoints(bed.open(), bed.clock(), bed::restart);
  }

  CrashPoints points() {
    return points;
  }

  @AfterEach
  void close() {
    points.store().close();
    bed.close();
  }

  @ParameterizedTest
  @EnumSource(Feature.class)
  void a_crash_before_or_after_any_commit_changes_nothing(Feature feature) {
    var report = points.everywhere(of(feature), Fault.CRASH_BEFORE, Fault.CRASH_AFTER);

    assertThat(report.violations()).isEmpty();
    assertThat(report.cases()).isGreaterThan(5);
  }

  Supplier<Scenario> of(Feature feature) {
    return () -> feature.scenario(feature + "-" + keys.incrementAndGet());
  }
}
