package dev.holdfast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExecuteTest {

  @TempDir Path folder;

  @Test
  void execute_advances_the_run_in_the_calling_thread_and_returns_its_result() {
    List<Thread> threads = new CopyOnWriteArrayList<>();
    try (var holdfast = Life.in(folder)) {
      var workflow =
          holdfast.workflow(
              "w.v1",
              Integer.class,
              Integer.class,
              (wf, n) -> {
                threads.add(Thread.currentThread());
                return wf.step("add", () -> n + 1);
              });
      holdfast.start();

      assertThat(workflow.execute(1)).isEqualTo(2);
      assertThat(threads).containsExactly(Thread.currentThread());
    }
  }

  @Test
  void execute_with_a_key_that_is_done_returns_the_stored_result() {
    var executions = new AtomicInteger();
    try (var holdfast = Life.in(folder)) {
      var job =
          holdfast.job("j.v1", Integer.class, Integer.class, n -> executions.incrementAndGet());
      holdfast.start();

      assertThat(job.execute(1, o -> o.key("k"))).isEqualTo(1);
      assertThat(job.execute(1, o -> o.key("k"))).isEqualTo(1);
      assertThat(executions).hasValue(1);
    }
  }

  @Test
  void execute_waits_for_a_run_that_has_left_memory() {
    try (var holdfast = Life.in(folder)) {
      var workflow =
          holdfast.workflow(
              "w.v1",
              String.class,
              String.class,
              (wf, s) -> {
                wf.sleep("a while", Duration.ofMillis(50));
                return wf.step("done", () -> s + "!");
              });
      holdfast.start();

      assertThat(workflow.execute("x")).isEqualTo("x!");
    }
  }

  @Test
  void execute_throws_what_the_run_failed_with() {
    try (var holdfast = Life.in(folder)) {
      var workflow =
          holdfast.workflow(
              "w.v1",
              String.class,
              String.class,
              (wf, s) ->
                  wf.<String>step(
                      "bad",
                      () -> {
                        throw new IllegalStateException("no luck");
                      }));
      holdfast.start();

      assertThatThrownBy(() -> workflow.execute("x")).hasMessageContaining("no luck");
    }
  }

  @Test
  void interrupting_the_caller_does_not_fail_the_run_which_goes_on_in_another_thread()
      throws Exception {
    var attempts = new AtomicInteger();
    var running = new CountDownLatch(1);
    var callerLeft = new CountDownLatch(1);
    var thrown = new AtomicReference<Throwable>();
    try (var holdfast = Life.in(folder)) {
      var workflow =
          holdfast.workflow(
              "w.v1",
              String.class,
              String.class,
              (wf, s) -> {
                var beside = wf.async("beside", () -> "b");
                var own =
                    wf.step(
                        "slow",
                        () -> {
                          if (attempts.incrementAndGet() == 1) {
                            running.countDown();
                            new CountDownLatch(1).await();
                          }
                          // A caller may well get a result that is there before it has left.
                          callerLeft.await();
                          return s + "!";
                        });
                return own + beside.join();
              });
      holdfast.start();
      var caller =
          Thread.ofPlatform()
              .start(
                  () -> {
                    try {
                      workflow.execute("x", o -> o.key("k"));
                    } catch (HoldfastException e) {
                      thrown.set(e);
                    }
                  });
      running.await();
      caller.interrupt();
      caller.join();
      callerLeft.countDown();

      assertThat(thrown.get()).hasMessageContaining("interrupted");
      assertThat(workflow.find("k").orElseThrow().join(Duration.ofSeconds(10))).isEqualTo("x!b");
      assertThat(attempts).hasValue(2);
    }
  }
}
