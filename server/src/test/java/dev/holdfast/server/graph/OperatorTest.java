package dev.holdfast.server.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.engine.OrderBusyException;
import dev.holdfast.log.Json;
import dev.holdfast.log.StepState;
import dev.holdfast.store.RunStatus;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an operator can do to a run; whatever it is, the logs stay sound. */
class OperatorTest {

  /** Tasks with a probability of one half fail while this is 0. */
  private final AtomicReference<Double> luck = new AtomicReference<>(0.0);

  @TempDir private Path folder;
  private GraphBed bed;

  @BeforeEach
  void open() {
    RandomGenerator random =
        new RandomGenerator() {
          @Override
          public long nextLong() {
            return 0;
          }

          @Override
          public double nextDouble() {
            return luck.get();
          }
        };
    bed = new GraphBed(folder, GraphOptions.defaults().random(random));
  }

  @AfterEach
  void close() {
    bed.assertSound();
    bed.close();
  }

  private static final String FAILING =
      """
      {"name": "n", "steps": [
        {"id": "a", "type": "transform", "config": {"value": "${$now()}"}},
        {"id": "b", "depends_on": ["a"],
         "config": {"duration_seconds": 0, "fail_probability": 0.5, "action": "ship_order"}},
        {"id": "c", "type": "transform", "depends_on": ["b"],
         "config": {"value": "${steps.b.output}"}}],
       "output": ["${steps.a.output}", "${steps.c.output}"]}\
      """;

  @Test
  void aRetryBeginsAtTheStepThatFailed() {
    var run = bed.start(FAILING, null);
    var failed = bed.end(run);
    assertThat(bed.steps(failed)).containsExactly("a completed", "b failed", "c pending");
    luck.set(1.0);

    var again = bed.graphs.retry(run);

    var state = bed.end(again);
    assertThat(bed.steps(state)).containsExactly("a completed", "b completed", "c completed");
    assertThat(outputOf(state.steps().get("a"))).isEqualTo(outputOf(failed.steps().get("a")));
    assertThat(bed.graphs.retry(run)).isEqualTo(again);
  }

  @Test
  void aFailedStepIsSkippedWithAValueInANewRun() {
    var run = bed.start(FAILING, null);
    bed.end(run);

    var again = bed.graphs.skip(run, "b", new Json("{\"by\": \"hand\"}"));

    var state = bed.end(again);
    assertThat(bed.steps(state)).containsExactly("a completed", "b skipped", "c completed");
    assertThat(state.header().state().result()).contains("\"by\":\"hand\"");
  }

  @Test
  void aStepThatIsSkippedWithoutAValueResultsInNullAndWhatFollowsIsExecuted() {
    var run = bed.start(FAILING, null);
    bed.end(run);

    var state = bed.end(bed.graphs.skip(run, "b", null));

    assertThat(bed.steps(state)).containsExactly("a completed", "b skipped", "c completed");
  }

  @Test
  void aStepThatWaitsIsSkippedInItsOwnRun() {
    var run =
        bed.start(
            """
            {"name": "n", "max_parallel": 4, "steps": [
              {"id": "signal", "type": "signal"},
              {"id": "sleep", "type": "sleep", "config": {"duration": "9d"}},
              {"id": "retry", "config": {"duration_seconds": 0, "fail_probability": 0.5},
               "retry": {"max_attempts": 9, "delay": "9d"}},
              {"id": "remote", "type": "nobody.does.this"},
              {"id": "last", "type": "transform",
               "depends_on": ["signal", "sleep", "retry", "remote"],
               "config": {"value": ["${steps.signal.output}", "${steps.retry.output}",
                                    "${steps.remote.output}"]}}],
             "output": "${steps.last.output}"}\
            """,
            null);
    bed.until(run, state -> state.steps().size() == 4 && isRetrying(state.steps().get("retry")));

    for (var step : new String[] {"signal", "sleep", "retry", "remote"}) {
      assertThat(bed.graphs.skip(run, step, Json.ofText(step))).isEqualTo(run);
    }

    assertThat(bed.end(run).header().state().result())
        .isEqualTo("[\"signal\",\"retry\",\"remote\"]");
  }

  @Test
  void aStepThatHasNotBegunIsSkippedWhenItsTurnComes() {
    var run =
        bed.start(
            """
            {"name": "n", "steps": [
              {"id": "a", "type": "signal"},
              {"id": "b", "depends_on": ["a"], "config": {"fail_probability": 0.5}}],
             "output": "${steps.b.output}"}\
            """,
            null);
    bed.until(run, state -> state.steps().containsKey("a"));

    bed.graphs.skip(run, "b", new Json("7"));
    bed.graphs.signal(run, "a", Json.NULL, null);

    assertThat(bed.end(run).header().state().result()).isEqualTo("7");
  }

  @Test
  void aStepThatWaitsForItsNextAttemptHasItNow() {
    var run =
        bed.start(
            """
            {"name": "n", "steps": [
              {"id": "a", "config": {"duration_seconds": 0, "fail_probability": 0.5},
               "retry": {"max_attempts": 9, "delay": "9d"}}]}\
            """,
            null);
    bed.until(run, state -> isRetrying(state.steps().get("a")));
    bed.graphs.retryStep(run, "a");
    bed.until(run, state -> failures(state.steps().get("a")) == 2);
    luck.set(1.0);

    bed.graphs.retryStep(run, "a");

    assertThat(bed.steps(bed.end(run))).containsExactly("a completed");
  }

  @Test
  void aForkExecutesAStepAndWhatDependsOnItOnceMore() {
    var run =
        bed.start(
            """
            {"name": "n", "steps": [
              {"id": "a", "type": "transform", "config": {"value": "${input.x}"}},
              {"id": "b", "type": "transform", "config": {"value": "${input.x}"}},
              {"id": "ok", "type": "approval", "depends_on": ["b"]},
              {"id": "c", "type": "transform", "depends_on": ["ok", "a"],
               "config": {"value": "${steps.a.output & steps.b.output & input.x}"}}],
             "output": "${steps.c.output}"}\
            """,
            "{\"x\": \"1\"}");
    bed.until(run, state -> state.steps().containsKey("ok"));
    bed.graphs.approve(run, null, true, "ann", null);
    assertThat(bed.end(run).header().state().result()).isEqualTo("\"111\"");

    var fork = bed.graphs.fork(run, "b", new Json("{\"x\": \"2\"}"), null, "my-fork");

    // What a person had approved must be approved again.
    bed.until(fork, state -> state.steps().containsKey("ok") && !state.terminal());
    bed.graphs.approve(fork, "ok", true, "ann", null);
    assertThat(bed.end(fork).header().state().result()).isEqualTo("\"122\"");
    assertThat(bed.graphs.fork(run, "b", new Json("{\"x\": \"2\"}"), null, "my-fork"))
        .isEqualTo(fork);
    assertThat(bed.holdfast.engine().state(run).header().state().result()).isEqualTo("\"111\"");
  }

  @Test
  void aStepThatWasSkippedIsNotUndone() {
    var run =
        bed.start(
            """
            {"name": "n", "steps": [
              {"id": "a", "type": "signal", "compensate": {"config": {"duration_seconds": 0}}},
              {"id": "loop", "type": "foreach", "depends_on": ["a"],
               "config": {"items": [1], "steps": [{"id": "in"}]}},
              {"id": "b", "depends_on": ["loop"],
               "config": {"duration_seconds": 0, "fail_probability": 1}}]}\
            """,
            null);
    bed.until(run, state -> state.steps().containsKey("a"));
    bed.graphs.skip(run, "loop", null);
    bed.graphs.skip(run, "a", null);

    var state = bed.end(run);
    assertThat(bed.steps(state)).containsExactly("a skipped", "loop skipped", "b failed");
    assertThat(state.steps()).doesNotContainKey("a~compensate");
  }

  @Test
  void aForkGivesAStepAnotherInput() {
    var run =
        bed.start(
            """
            {"name": "n", "steps": [
              {"id": "a", "config": {"duration_seconds": "${input.seconds}"}},
              {"id": "b", "type": "transform", "depends_on": ["a"], "config": {"value": 1}}]}\
            """,
            "{\"seconds\": \"wrong\"}");
    assertThat(bed.steps(bed.end(run))).containsExactly("a failed", "b pending");

    assertThatThrownBy(() -> bed.graphs.fork(run, "b", null, new Json("1"), null))
        .isInstanceOf(IllegalArgumentException.class);
    var fork = bed.graphs.fork(run, "a", null, new Json("{\"duration_seconds\": 0}"), null);

    assertThat(bed.steps(bed.end(fork))).containsExactly("a completed", "b completed");
  }

  @Test
  void aRejectionFailsTheStepAndARetryAsksAgain() {
    var run =
        bed.start(
            """
            {"name": "n", "steps": [
              {"id": "ok", "type": "approval", "config": {"message": "Really ${input}?"}}],
             "output": "${steps.ok.output.by}"}\
            """,
            "\"so\"");
    bed.until(run, state -> state.steps().containsKey("ok"));
    assertThatThrownBy(() -> bed.graphs.signal(run, Approvals.signalOf("ok"), new Json("{}"), null))
        .isInstanceOf(IllegalArgumentException.class);
    bed.graphs.approve(run, null, false, "bob", "too expensive");
    var rejected = bed.end(run);
    assertThat(bed.graphs.steps(rejected).getFirst().errorMessage())
        .isEqualTo("rejected by bob: too expensive");
    assertThatThrownBy(() -> bed.graphs.approve(run, "ok", true, "ann", null))
        .isInstanceOf(IllegalStateException.class);

    var again = bed.graphs.retry(run);

    bed.until(again, state -> state.steps().containsKey("ok"));
    bed.graphs.approve(again, null, true, "ann", null);
    assertThat(bed.end(again).header().state().result()).isEqualTo("\"ann\"");
  }

  @Test
  void aTokenOpensOneApprovalOfOneRun() {
    var run =
        bed.start(
            """
            {"name": "n", "steps": [{"id": "ok", "type": "approval"}],
             "output": "${run.approval_tokens.ok}"}\
            """,
            null);
    bed.until(run, state -> state.steps().containsKey("ok"));
    var token = bed.graphs.approvalToken(run, "ok");

    assertThat(bed.graphs.isApprovalToken(run, "ok", token)).isTrue();
    assertThat(bed.graphs.isApprovalToken(run, "other", token)).isFalse();
    assertThat(bed.graphs.isApprovalToken(run, "ok", token + "x")).isFalse();
    assertThat(bed.holdfast.engine().state(run).toString()).doesNotContain(token);
    bed.graphs.approve(run, "ok", true, null, null);
    assertThat(bed.end(run).header().state().result()).isEqualTo("\"" + token + "\"");
  }

  @Test
  void aRunIsNotRetriedWhileAnotherOneHasItsOrder() {
    var order = bed.graphs.createOrder(BigDecimal.TEN);
    var workflow = bed.graphs.create(FAILING);
    var failed = bed.graphs.start(workflow, GraphStart.empty().order(order.id()));
    assertThat(bed.end(failed).header().state().status()).isEqualTo(RunStatus.FAILED);
    var waiting =
        bed.graphs.create("{\"name\": \"w\", \"steps\": [{\"id\": \"s\", \"type\": \"signal\"}]}");
    var live = bed.graphs.start(waiting, GraphStart.empty().order(order.id()));

    assertThatThrownBy(() -> bed.graphs.retry(failed)).isInstanceOf(OrderBusyException.class);
    assertThatThrownBy(() -> bed.graphs.fork(failed, "a", null, null, null))
        .isInstanceOf(OrderBusyException.class);
    bed.graphs.cancel(live, "enough");
    bed.end(live);
  }

  @Test
  void whatCannotBeDoneIsRefused() {
    var run = bed.start(FAILING, null);
    bed.end(run);

    assertThatThrownBy(() -> bed.graphs.skip(run, "nothing", null))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> bed.graphs.skip(run, "a", null))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> bed.graphs.retryStep(run, "c"))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> bed.graphs.signal(run, "~skip:b", Json.NULL, null))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static boolean isRetrying(@Nullable StepState step) {
    return step != null && step.status() == StepState.Status.RETRYING;
  }

  private static int failures(@Nullable StepState step) {
    return step == null ? 0 : step.failures();
  }

  private static String outputOf(@Nullable StepState step) {
    return step == null ? "none" : String.valueOf(step.output());
  }
}
