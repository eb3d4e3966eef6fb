package dev.holdfast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Starting runs, failing, and running again. */
class RunTest {

  private static final Signal<String> GO = Signal.of("go", String.class);

  @TempDir Path folder;

  @Test
  void a_run_that_is_over_its_deadline_fails_although_it_has_left_memory() {
    var undone = new AtomicInteger();
    try (var holdfast = Life.in(folder)) {
      var workflow =
          holdfast.workflow(
              "late.v1",
              String.class,
              String.class,
              (wf, s) -> {
                wf.step("hold", () -> 1, o -> o.compensate(undone::addAndGet));
                return wf.await(GO);
              });
      holdfast.start();

      var run = workflow.start("x", o -> o.deadline(Duration.ofMillis(80)));

      assertThatThrownBy(run::join).hasMessageContaining("deadline");
      assertThat(run.status()).isEqualTo(Run.Status.FAILED);
      assertThat(undone).hasValue(1);
    }
  }

  @Test
  void a_deadline_interrupts_a_step() {
    try (var holdfast = Life.in(folder)) {
      var workflow =
          holdfast.workflow(
              "stuck.v1",
              String.class,
              String.class,
              (wf, s) ->
                  wf.step(
                      "stuck",
                      () -> {
                        new CountDownLatch(1).await();
                        return "never";
                      }));
      holdfast.start();

      assertThatThrownBy(() -> workflow.start("x", o -> o.deadline(Duration.ofMillis(50))).join())
          .hasMessageContaining("deadline");
    }
  }

  @Test
  void a_failed_id_throws_its_failure_until_it_is_asked_to_run_again() {
    var broken = new AtomicBoolean(true);
    var first = new AtomicInteger();
    var second = new AtomicInteger();
    RunBody<String> body =
        wf -> {
          int a = wf.step("first", first::incrementAndGet);
          int b =
              wf.step(
                  "second",
                  () -> {
                    if (broken.get()) {
                      throw new IllegalStateException("broken");
                    }
                    return second.incrementAndGet();
                  });
          return a + "/" + b;
        };
    try (var holdfast = Life.in(folder)) {
      assertThatThrownBy(() -> holdfast.run("job", body)).hasMessageContaining("broken");
      assertThatThrownBy(() -> holdfast.run("job", body)).hasMessageContaining("broken");
      assertThatThrownBy(() -> holdfast.retry("job", body)).hasMessageContaining("broken");
      broken.set(false);
      assertThatThrownBy(() -> holdfast.run("job", body)).hasMessageContaining("broken");

      assertThat(holdfast.retry("job", body)).isEqualTo("1/1");

      assertThat(holdfast.run("job", body)).isEqualTo("1/1");
      assertThat(first).hasValue(1);
      var newest = holdfast.engine().newest("job").orElseThrow();
      assertThat(newest.key()).isEqualTo("job#retry-3");
    }
  }

  @Test
  void a_retried_run_executes_again_what_was_undone_and_keeps_its_step_keys() {
    var broken = new AtomicBoolean(true);
    var holds = new AtomicInteger();
    var keys = new CopyOnWriteArrayList<UUID>();
    try (var holdfast = Life.in(folder)) {
      var workflow =
          holdfast.workflow(
              "pay.v1",
              String.class,
              String.class,
              (wf, s) -> {
                wf.step("hold", holds::incrementAndGet, o -> o.compensate(h -> {}));
                return wf.step(
                    "capture",
                    ctx -> {
                      keys.add(ctx.stepKey());
                      if (broken.get()) {
                        throw new IllegalStateException("broken");
                      }
                      return "captured";
                    });
              });
      holdfast.start();
      var run = workflow.start("x", o -> o.key("pay-1"));
      assertThatThrownBy(run::join).hasMessageContaining("broken");
      broken.set(false);

      var again = run.retry();

      assertThat(again.join()).isEqualTo("captured");
      assertThat(run.retry().id()).isEqualTo(again.id());
      assertThat(run.status()).isEqualTo(Run.Status.FAILED);
      assertThat(holds).hasValue(2);
      assertThat(keys).hasSize(2).containsOnly(keys.getFirst());
      assertThat(workflow.find("pay-1").orElseThrow().id()).isEqualTo(again.id());
      assertThat(workflow.start("x", o -> o.key("pay-1")).id()).isEqualTo(again.id());
      assertThatThrownBy(again::retry).hasMessageContaining("succeeded");
    }
  }

  @Test
  void a_second_start_with_the_same_key_gets_the_first_run() {
    try (var holdfast = Life.in(folder)) {
      var workflow =
          holdfast.workflow("w.v1", String.class, String.class, (wf, s) -> wf.step("s", () -> s));
      holdfast.start();

      var one = workflow.start("a", o -> o.key("k"));
      var two = workflow.start("a", o -> o.key("k"));

      assertThat(two.id()).isEqualTo(one.id());
      assertThatThrownBy(() -> workflow.start("b", o -> o.key("k"))).hasMessageContaining("k");
    }
  }

  @Test
  void a_handle_from_another_process_sees_signals_and_cancels_the_run() {
    UUID id;
    try (var holdfast = Life.in(folder)) {
      id = waiting(holdfast).start("x").id();
    }
    try (var holdfast = Life.in(folder)) {
      waiting(holdfast);
      holdfast.start();
      var run = holdfast.find(id, String.class);
      run.signal(GO, "went");

      assertThat(run.join(Duration.ofSeconds(10))).isEqualTo("went");
      assertThat(run.cancel("too late")).isFalse();
    }
  }

  @Test
  void a_delayed_start_begins_later() {
    try (var holdfast = Life.in(folder)) {
      var workflow =
          holdfast.workflow("w.v1", String.class, String.class, (wf, s) -> wf.now().toString());
      holdfast.start();
      var before = holdfast.engine().now();

      var began = workflow.start("x", o -> o.delay(Duration.ofMillis(50))).join();

      assertThat(java.time.Instant.parse(began)).isAfterOrEqualTo(before.plusMillis(50));
    }
  }

  private static Workflow<String, String> waiting(Holdfast holdfast) {
    return holdfast.workflow("wait.v1", String.class, String.class, (wf, s) -> wf.await(GO));
  }
}
