package dev.holdfast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SignalTest {

  record Approval(String by) {}

  private static final Signal<Approval> APPROVED = Signal.of("approved", Approval.class);

  @TempDir Path folder;

  private static Workflow<String, String> approval(Holdfast holdfast) {
    return holdfast.workflow(
        "approval.v1",
        String.class,
        String.class,
        (wf, what) -> what + " " + wf.await(APPROVED).by());
  }

  @Test
  void a_signal_wakes_a_run_that_has_left_memory() {
    try (var holdfast = Life.in(folder)) {
      var workflow = approval(holdfast);
      holdfast.start();
      var run = workflow.start("ok");
      Life.parked(holdfast, run);

      assertThat(run.signal(APPROVED, new Approval("ann"))).isTrue();

      assertThat(run.join()).isEqualTo("ok ann");
      assertThat(run.signal(APPROVED, new Approval("late"))).isFalse();
    }
  }

  @Test
  void a_signal_wakes_a_run_that_waits_in_memory() {
    try (var holdfast = Life.keepingRunsIn(folder)) {
      var workflow =
          holdfast.workflow(
              "short.v1",
              String.class,
              String.class,
              (wf, what) -> wf.await(APPROVED, Duration.ofSeconds(30)).orElseThrow().by());
      holdfast.start();
      var run = workflow.start("ok");

      run.signal(APPROVED, new Approval("ann"));

      assertThat(run.join()).isEqualTo("ann");
    }
  }

  @Test
  void a_signal_that_comes_before_the_wait_is_kept() {
    try (var holdfast = Life.in(folder)) {
      var workflow = approval(holdfast);
      var run = workflow.start("early");
      run.signal(APPROVED, new Approval("bob"));

      holdfast.start();

      assertThat(run.join()).isEqualTo("early bob");
    }
  }

  @Test
  void the_nth_wait_gets_the_nth_signal_and_a_repeated_id_is_dropped() {
    try (var holdfast = Life.in(folder)) {
      var workflow =
          holdfast.workflow(
              "three.v1",
              String.class,
              String.class,
              (wf, what) -> {
                var all = "";
                for (int i = 0; i < 3; i++) {
                  all += wf.await(APPROVED).by();
                }
                return all;
              });
      holdfast.start();
      var run = workflow.start("x");

      run.signal(APPROVED, new Approval("a"), "1");
      run.signal(APPROVED, new Approval("a"), "1");
      run.signal(APPROVED, new Approval("b"), "2");
      Life.parked(holdfast, run);
      run.signal(APPROVED, new Approval("b"), "2");
      run.signal(APPROVED, new Approval("c"), "3");

      assertThat(run.join()).isEqualTo("abc");
    }
  }

  @Test
  void a_wait_with_a_time_out_ends_empty_and_stays_so() {
    try (var holdfast = Life.in(folder)) {
      var workflow =
          holdfast.workflow(
              "patient.v1",
              String.class,
              String.class,
              (wf, what) -> {
                var first = wf.await(APPROVED, Duration.ofMillis(5)).map(Approval::by).orElse("-");
                return first + wf.await(APPROVED).by();
              });
      holdfast.start();
      var run = workflow.start("x");
      Life.until(() -> holdfast.engine().state(run.id()).steps().containsKey("approved#2"));

      run.signal(APPROVED, new Approval("ann"));

      assertThat(run.join()).isEqualTo("-ann");
    }
  }

  @Test
  void two_branches_that_wait_for_the_same_signal_get_one_each() {
    try (var holdfast = Life.in(folder)) {
      var workflow =
          holdfast.workflow(
              "both.v1",
              String.class,
              String.class,
              (wf, what) -> {
                var a = wf.branch("a", b -> b.await(APPROVED).by());
                var b = wf.branch("b", inner -> inner.await(APPROVED).by());
                wf.all(a, b);
                return a.join() + b.join();
              });
      holdfast.start();
      var run = workflow.start("x");
      Life.parked(holdfast, run);

      run.signal(APPROVED, new Approval("1"));
      run.signal(APPROVED, new Approval("2"));

      assertThat(run.join()).isIn("12", "21");
    }
  }

  @Test
  void a_signal_needs_a_name_that_a_step_could_have() {
    assertThatThrownBy(() -> Signal.of("a/b", String.class)).isInstanceOf(HoldfastException.class);
  }
}
