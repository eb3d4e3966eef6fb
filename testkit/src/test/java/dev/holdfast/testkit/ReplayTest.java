package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.WorkflowBody;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ReplayTest {

  /** As {@code holdfast runs export} prints it. */
  private static final String EXPORTED =
      """
      {"seq":1,"type":"RunCreated","at":1767323045000006,"workflow":"w.v1","input":"x"}
      {"seq":2,"type":"RunClaimed","at":1767323045000006,"node":"node-1"}
      {"seq":3,"type":"StepScheduled","at":1767323045000006,"step":"a"}
      {"seq":4,"type":"StepStarted","at":1767323045000006,"step":"a"}
      {"seq":5,"type":"StepCompleted","at":1767323045000006,"step":"a","output":"A","ms":3}
      {"seq":6,"type":"RunCompleted","at":1767323045000006,"result":"A!","ms":9}
      """;

  private static void replay(WorkflowBody<String, String> code) {
    Replay.of(EXPORTED)
        .against(holdfast -> holdfast.workflow("w.v1", String.class, String.class, code));
  }

  @Test
  void code_that_fits_its_history_passes_and_executes_nothing() {
    replay((wf, s) -> wf.step("a", () -> fail()) + "!");
  }

  @Test
  void code_that_passes_by_a_recorded_step_fails_with_both_sides() {
    assertThatThrownBy(() -> replay((wf, s) -> wf.step("b", () -> fail())))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("recorded: a")
        .hasMessageContaining("asks for b");
  }

  @Test
  void a_step_that_is_new_stops_a_replay_unless_it_is_said_what_it_returns() {
    WorkflowBody<String, String> code =
        (wf, s) -> {
          var greeting = wf.step("greet", () -> fail());
          return wf.step("a", () -> fail()) + greeting;
        };

    assertThatThrownBy(() -> replay(code)).hasMessageContaining("assuming(\"greet\",");
    Replay.of(EXPORTED)
        .assuming("greet", "\"!\"")
        .against(holdfast -> holdfast.workflow("w.v1", String.class, String.class, code));
    assertThatThrownBy(
            () ->
                Replay.of(EXPORTED.lines().limit(5).collect(Collectors.joining("\n")))
                    .assuming("other", "null")
                    .against(
                        holdfast -> holdfast.workflow("w.v1", String.class, String.class, code)))
        .hasMessageContaining("recorded: a, other");
  }

  @Test
  void code_that_returns_something_else_fails() {
    assertThatThrownBy(() -> replay((wf, s) -> wf.step("a", () -> fail()) + "?"))
        .hasMessageContaining("another result");
  }

  @Test
  void a_stored_value_that_no_longer_fits_fails() {
    assertThatThrownBy(() -> replay((wf, s) -> "" + wf.step("a", () -> fail().length())))
        .hasMessageContaining("no longer fits");
  }

  private static String fail() {
    assertThat(true).as("a step was executed").isFalse();
    return "";
  }
}
