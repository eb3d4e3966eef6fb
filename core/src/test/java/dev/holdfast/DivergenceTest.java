package dev.holdfast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.log.Json;
import dev.holdfast.log.RunState;
import java.nio.file.Path;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DivergenceTest {

  private static final Signal<String> GO = Signal.of("go", String.class);

  record Old(String name) {}

  record New(int number) {}

  @TempDir Path folder;

  private final AtomicInteger executed = new AtomicInteger();

  /** Runs the old code up to its wait. */
  private UUID begin(WorkflowBody<String, String> code) {
    try (var holdfast = Life.in(folder)) {
      var workflow = holdfast.workflow("w.v1", String.class, String.class, code);
      holdfast.start();
      var run = workflow.start("x");
      Life.parked(holdfast, run);
      return run.id();
    }
  }

  private Run<String> goOn(Holdfast holdfast, UUID id, WorkflowBody<String, String> code) {
    var workflow = holdfast.workflow("w.v1", String.class, String.class, code);
    holdfast.start();
    var run = workflow.run(id);
    run.signal(GO, "go");
    return run;
  }

  private static Json explanation(Holdfast holdfast, UUID id) {
    var paused = Objects.requireNonNull(holdfast.engine().state(id).paused());
    return Objects.requireNonNull(paused.detail());
  }

  private static final WorkflowBody<String, String> OLD =
      (wf, s) -> {
        wf.step("a", () -> "a");
        wf.step("b", () -> "b");
        return wf.await(GO);
      };

  private final WorkflowBody<String, String> withoutB =
      (wf, s) -> {
        wf.step("a", () -> "a");
        return wf.await(GO);
      };

  @Test
  void steps_may_be_added_anywhere_behind_the_first() {
    var id = begin(OLD);
    try (var holdfast = Life.in(folder)) {
      var run =
          goOn(
              holdfast,
              id,
              (wf, s) -> {
                wf.step("a", () -> "a");
                wf.step("new", () -> "new");
                wf.step("b", () -> "b");
                return wf.await(GO) + wf.step("last", () -> "!");
              });

      assertThat(run.join()).isEqualTo("go!");
    }
  }

  @Test
  void a_step_that_is_no_longer_asked_for_pauses_the_run_and_shows_both_sides() {
    var id = begin(OLD);
    try (var holdfast = Life.in(folder)) {
      var run =
          goOn(
              holdfast,
              id,
              (wf, s) -> {
                wf.step("a", () -> "a");
                wf.step("c", () -> "c");
                return wf.await(GO);
              });

      assertThatThrownBy(run::join)
          .isInstanceOf(RunPausedException.class)
          .hasMessageContaining("the first being b");
      var detail = explanation(holdfast, id);
      assertThat(detail.list("recorded")).containsExactly("b");
      assertThat(detail.list("asked")).containsExactly("c");
    }
  }

  @Test
  void code_that_asks_for_nothing_that_is_recorded_executes_nothing() {
    var id = begin(OLD);
    try (var holdfast = Life.in(folder)) {
      var run =
          goOn(holdfast, id, (wf, s) -> wf.step("other", () -> "x" + executed.incrementAndGet()));

      assertThatThrownBy(run::join).isInstanceOf(RunPausedException.class);
      assertThat(executed).hasValue(0);
    }
  }

  @Test
  void an_accepted_divergence_lets_the_run_go_on() {
    var id = begin(OLD);
    try (var holdfast = Life.in(folder)) {
      var run = goOn(holdfast, id, withoutB);
      assertThatThrownBy(run::join).isInstanceOf(RunPausedException.class);

      assertThat(holdfast.engine().resume(id, RunState.ACCEPT)).isTrue();

      Life.until(() -> run.status() == Run.Status.COMPLETED);
      assertThat(run.join()).isEqualTo("go");
      assertThat(holdfast.engine().resume(id, RunState.ACCEPT)).isFalse();
    }
  }

  @Test
  void a_forked_run_leaves_the_old_one_cancelled_and_completes_with_the_new_code() {
    var id = begin(OLD);
    try (var holdfast = Life.in(folder)) {
      var run = goOn(holdfast, id, withoutB);
      assertThatThrownBy(run::join).isInstanceOf(RunPausedException.class);

      var fork = holdfast.engine().fork(id);

      assertThat(holdfast.find(fork, String.class).join()).isEqualTo("go");
      assertThat(holdfast.engine().state(fork).steps()).containsOnlyKeys("a", "go");
      Life.until(() -> run.status() == Run.Status.CANCELLED);
    }
  }

  @Test
  void a_paused_run_can_be_cancelled() {
    var id = begin(OLD);
    try (var holdfast = Life.in(folder)) {
      var run = goOn(holdfast, id, withoutB);
      assertThatThrownBy(run::join).isInstanceOf(RunPausedException.class);

      run.cancel("given up");

      Life.until(() -> run.status() == Run.Status.CANCELLED);
    }
  }

  @Test
  void a_stored_value_that_no_longer_fits_pauses_the_run() {
    var id =
        begin(
            (wf, s) -> {
              wf.step("load", () -> new Old("ada"));
              return wf.await(GO);
            });
    try (var holdfast = Life.in(folder)) {
      var run =
          goOn(
              holdfast,
              id,
              (wf, s) -> {
                int number = wf.step("load", () -> 5);
                return wf.await(GO) + new New(number);
              });

      assertThatThrownBy(run::join)
          .isInstanceOf(RunPausedException.class)
          .hasMessageContaining("no longer fits");
      assertThat(explanation(holdfast, id).list("recorded"))
          .containsExactly("load", "{\"name\":\"ada\"}");
    }
  }

  @Test
  void parallel_branches_do_not_accuse_each_other() {
    WorkflowBody<String, String> code =
        (wf, s) -> {
          var one = wf.branch("one", b -> b.step("x", () -> "1") + b.await(GO));
          var two =
              wf.branch("two", b -> b.step("x", () -> "2") + b.step("y", () -> "3") + b.await(GO));
          wf.all(one, two);
          return one.join() + two.join();
        };
    var id = begin(code);
    try (var holdfast = Life.in(folder)) {
      var run = goOn(holdfast, id, code);
      run.signal(GO, "go");

      assertThat(run.join()).isEqualTo("1go23go");
    }
  }

  @Test
  void a_new_branch_that_comes_before_a_recorded_one_is_no_divergence() {
    var id =
        begin(
            (wf, s) -> {
              wf.async("recorded", () -> "1").join();
              return wf.await(GO);
            });
    try (var holdfast = Life.in(folder)) {
      var run =
          goOn(
              holdfast,
              id,
              (wf, s) -> {
                var fresh = wf.async("fresh", () -> "" + executed.incrementAndGet());
                // The new branch is through before anything that is recorded has been asked for.
                Life.until(() -> executed.get() == 1);
                var recorded = wf.async("recorded", () -> "never");
                return fresh.join() + recorded.join() + wf.await(GO);
              });

      assertThat(run.join()).isEqualTo("11go");
    }
  }

  @Test
  void what_is_recorded_and_not_asked_for_is_noticed_as_soon_as_no_branch_can_ask_for_it() {
    var id = begin(OLD);
    try (var holdfast = Life.in(folder)) {
      var run =
          goOn(
              holdfast,
              id,
              (wf, s) -> {
                wf.async("fresh", () -> "x").join();
                return wf.step("other", () -> "x" + executed.incrementAndGet());
              });

      assertThatThrownBy(run::join).isInstanceOf(RunPausedException.class);
      assertThat(executed).hasValue(0);
    }
  }
}
