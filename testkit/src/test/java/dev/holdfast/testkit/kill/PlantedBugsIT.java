package dev.holdfast.testkit.kill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.log.PlantedBug;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A net is only worth something if it holds: with a fault planted in the engine, the tests that are
 * there to catch it must fail; and without one they pass in the same kind of process.
 */
class PlantedBugsIT {

  private static final Duration PATIENCE = Duration.ofMinutes(3);

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource(PlantedBug.class)
  void every_planted_bug_is_caught(PlantedBug bug) throws Exception {
    List<String> flags =
        List.of("-Dholdfast.allow-planted-bugs=true", "-Dholdfast.planted-bug=" + bug);

    try (var child = run(bug.name(), flags, testsFor(bug))) {
      assertThat(child.join(PATIENCE)).as(child::output).isBetween(1, TestRun.NOTHING - 1);
      assertThat(child.output()).contains(symptom(bug));
    }
  }

  @Test
  void without_a_planted_bug_the_same_tests_pass() throws Exception {
    List<String> all = new ArrayList<>();
    for (var bug : PlantedBug.values()) {
      all.addAll(testsFor(bug));
    }

    try (var child = run("none", List.of(), all.stream().distinct().toList())) {
      assertThat(child.join(PATIENCE)).as(child::output).isZero();
    }
  }

  /** A name alone does nothing: nobody gets such a bug by accident. */
  @Test
  void a_bug_is_not_planted_without_the_permission_to() throws Exception {
    var flags = List.of("-Dholdfast.planted-bug=" + PlantedBug.NO_FENCE);

    try (var child = run("refused", flags, testsFor(PlantedBug.NO_FENCE))) {
      assertThat(child.join(PATIENCE)).as(child::output).isZero();
    }
  }

  private static List<String> testsFor(PlantedBug bug) {
    var tests = "dev.holdfast.testkit.";
    return switch (bug) {
      case NO_FENCE, SEQ_FROM_SEPARATE_READ -> List.of(tests + "MemoryZombieTest");
      case PUBLISH_BEFORE_COMMIT, RETRY_WITHOUT_READING_BACK -> List.of(tests + "JournalTest");
      case CLAIM_NOT_COUNTED -> List.of(tests + "PoisonTest");
    };
  }

  /** What the failing test complains of; a test that fails for another reason catches nothing. */
  private static String symptom(PlantedBug bug) {
    return switch (bug) {
      case NO_FENCE, SEQ_FROM_SEPARATE_READ -> "output=\"zombie-";
      case PUBLISH_BEFORE_COMMIT -> "Expecting empty but was: [Append";
      case RETRY_WITHOUT_READING_BACK -> "but was: DUPLICATE";
      case CLAIM_NOT_COUNTED -> "but was: SUCCEEDED";
    };
  }

  private Child run(String name, List<String> flags, List<String> tests) {
    var output = folder.resolve(name);
    return Child.start(TestRun.class, output, flags, tests.toArray(String[]::new));
  }
}
