package dev.holdfast;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.engine.Rehearsal;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** New code on old histories, without executing anything. */
class RehearsalTest {

  @TempDir Path folder;

  private final AtomicInteger executed = new AtomicInteger();

  private Rehearsal rehearse(WorkflowBody<String, String> old, WorkflowBody<String, String> code) {
    dev.holdfast.log.RunState history;
    try (var holdfast = Life.in(folder)) {
      var workflow = holdfast.workflow("w.v1", String.class, String.class, old);
      holdfast.start();
      var run = workflow.start("x");
      run.join();
      history = holdfast.engine().state(run.id());
    }
    try (var holdfast = Life.in(folder)) {
      holdfast.workflow("w.v1", String.class, String.class, code);
      return holdfast.engine().rehearse(history);
    }
  }

  private static final WorkflowBody<String, String> OLD =
      (wf, s) -> {
        var a = wf.async("a", () -> "a");
        var b = wf.branch("b", inner -> inner.step("x", () -> "b"));
        wf.all(a, b);
        return wf.step("c", () -> "c") + a.join() + b.join();
      };

  @Test
  void the_same_code_comes_to_the_same_end() {
    var rehearsal = rehearse(OLD, OLD);

    assertThat(rehearsal.missing()).isEmpty();
    assertThat(rehearsal.next()).isNull();
    assertThat(String.valueOf(rehearsal.result())).isEqualTo("\"cab\"");
  }

  @Test
  void code_without_a_recorded_step_is_told_which() {
    var rehearsal =
        rehearse(
            OLD,
            (wf, s) -> {
              var a = wf.async("a", () -> "a");
              return a.join() + wf.step("new", () -> "n" + executed.incrementAndGet());
            });

    assertThat(rehearsal.missing()).containsExactlyInAnyOrder("b/x", "c");
    assertThat(rehearsal.next()).isEqualTo("new");
    assertThat(executed).hasValue(0);
  }
}
