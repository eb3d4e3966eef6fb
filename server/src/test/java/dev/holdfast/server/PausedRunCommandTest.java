package dev.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.Holdfast;
import dev.holdfast.Run;
import dev.holdfast.RunPausedException;
import dev.holdfast.Signal;
import dev.holdfast.WorkflowBody;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a person can do about a run whose code and log disagree. */
class PausedRunCommandTest {

  private static final Signal<String> GO = Signal.of("go", String.class);
  private static final Duration LONG = Duration.ofSeconds(30);

  @TempDir Path folder;

  private String store = "";
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  /** A run that has executed a step which the code of the next release has lost. */
  @BeforeEach
  void pauseARun() {
    store = folder.resolve("runs.db").toString();
    try (var holdfast = Holdfast.open(store)) {
      WorkflowBody<String, String> old =
          (wf, s) -> wf.step("a", () -> "a") + wf.step("b", () -> "b") + wf.await(GO);
      var workflow = holdfast.workflow("w.v1", String.class, String.class, old);
      holdfast.start();
      var run = workflow.start("x", o -> o.key("pay-1"));
      assertThatThrownBy(() -> run.join(Duration.ofMillis(1_500)))
          .hasMessageContaining("not ended");
    }
    try (var holdfast = Holdfast.open(store)) {
      var run = withNewCode(holdfast);
      run.signal(GO, "go");
      assertThatThrownBy(() -> run.join(LONG)).isInstanceOf(RunPausedException.class);
    }
  }

  private static Run<String> withNewCode(Holdfast holdfast) {
    WorkflowBody<String, String> changed =
        (wf, s) -> wf.step("a", () -> "a") + wf.step("c", () -> "c") + wf.await(GO);
    var workflow = holdfast.workflow("w.v1", String.class, String.class, changed);
    holdfast.start();
    return workflow.find("pay-1").orElseThrow();
  }

  @Test
  void bothSidesOfAPausedRunAreShown() {
    assertThat(run("runs", "show", "pay-1", store)).isZero();

    assertThat(out.toString())
        .containsPattern("waits for +paused")
        .containsPattern("in the log +b\\R")
        .containsPattern("in the code +c\\R")
        .contains("resume --accept, fork or cancel");
  }

  @Test
  void anAcceptedRunGoesOnWithoutTheStepThatTheCodeHasLost() {
    assertThat(run("runs", "resume", "pay-1", store, "--accept")).isZero();

    try (var holdfast = Holdfast.open(store)) {
      assertThat(withNewCode(holdfast).join(LONG)).isEqualTo("acgo");
    }
    assertThat(run("runs", "resume", "pay-1", store, "--accept")).isEqualTo(1);
    assertThat(err.toString()).contains("not paused");
  }

  @Test
  void aRunThatIsResumedWithTheSameCodePausesAgain() {
    assertThat(run("runs", "resume", "pay-1", store)).isZero();

    try (var holdfast = Holdfast.open(store)) {
      var run = withNewCode(holdfast);
      assertThatThrownBy(() -> run.join(LONG)).isInstanceOf(RunPausedException.class);
    }
  }

  @Test
  void aForkGoesOnInANewRunAndLeavesTheOldOneCancelled() {
    assertThat(run("runs", "fork", "pay-1", store)).isZero();
    var fork = UUID.fromString(out.toString().replaceAll("(?s)Forked as (\\S+);.*", "$1"));

    try (var holdfast = Holdfast.open(store)) {
      var old = withNewCode(holdfast);
      assertThat(holdfast.find(fork, String.class).join(LONG)).isEqualTo("acgo");
      assertThatThrownBy(() -> old.join(LONG)).hasMessageContaining("forked as " + fork);
    }
    assertThat(run("runs", "fork", fork.toString(), store)).isEqualTo(2);
    assertThat(err.toString()).contains("is not paused");
  }

  @Test
  void aCancelledRunEndsWithTheReasonThatWasGiven() {
    assertThat(run("runs", "cancel", "pay-1", store, "--reason", "wrong customer")).isZero();

    try (var holdfast = Holdfast.open(store)) {
      var run = withNewCode(holdfast);
      assertThatThrownBy(() -> run.join(LONG)).hasMessageContaining("wrong customer");
    }
    assertThat(run("runs", "cancel", "pay-1", store)).isEqualTo(1);
    assertThat(err.toString()).contains("has ended already");
  }

  @Test
  void besideALiveNodeThatWouldNotNoticeNothingIsDone() {
    try (var holdfast = Holdfast.open(store)) {
      withNewCode(holdfast);

      assertThat(run("runs", "resume", "pay-1", store, "--accept")).isEqualTo(1);
    }

    assertThat(err.toString()).contains("is at work on " + store);
  }

  private int run(String... arguments) {
    return Main.commandLine()
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }
}
