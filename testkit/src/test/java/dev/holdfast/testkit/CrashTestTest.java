package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.Holdfast;
import dev.holdfast.Signal;
import dev.holdfast.Workflow;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CrashTestTest {

  private static final Signal<String> GO = Signal.of("go", String.class);

  private static Workflow<String, String> register(Holdfast holdfast) {
    return holdfast.workflow(
        "w.v1",
        String.class,
        String.class,
        (wf, s) -> {
          var a = wf.step("a", () -> s + "a");
          wf.sleep("month", Duration.ofDays(30));
          return a + wf.await(GO);
        });
  }

  @Test
  void a_durable_workflow_survives_every_crash() {
    int cases =
        CrashTest.of(CrashTestTest::register, "x")
            .speaking(run -> run.signal(GO, "go", "1"))
            .afterEveryCommit();

    assertThat(cases).isGreaterThan(8);
  }

  @Test
  void a_workflow_that_keeps_something_in_memory_is_found_out() {
    var memory = new AtomicInteger();

    assertThatThrownBy(
            () ->
                CrashTest.of(
                        holdfast ->
                            holdfast.workflow(
                                "w.v1",
                                String.class,
                                Integer.class,
                                (wf, s) -> wf.step("a", memory::incrementAndGet)),
                        "x")
                    .afterEveryCommit())
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("a crash changes how this workflow ends");
  }
}
