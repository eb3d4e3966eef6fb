package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * And with a store that leaves any one call unanswered; on stores where waiting for it is quick.
 */
abstract class FeatureFaultContract extends FeatureCrashContract {

  @ParameterizedTest
  @EnumSource(Feature.class)
  void a_store_that_does_not_answer_any_one_call_changes_nothing(Feature feature) {
    var report =
        points()
            .everywhere(
                of(feature), Fault.UNKNOWN_APPLIED, Fault.UNKNOWN_NOT_APPLIED, Fault.UNAVAILABLE);

    assertThat(report.violations()).isEmpty();
  }
}
