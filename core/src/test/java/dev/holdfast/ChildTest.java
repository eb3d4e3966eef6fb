package dev.holdfast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.store.RunQuery;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChildTest {

  private static final Signal<String> GO = Signal.of("go", String.class);

  @TempDir Path folder;

  @Test
  void a_called_workflow_gives_its_result_to_its_caller() {
    try (var holdfast = Life.in(folder)) {
      var square =
          holdfast.workflow(
              "square.v1", Integer.class, Integer.class, (wf, n) -> wf.step("square", () -> n * n));
      var sum =
          holdfast.workflow(
              "sum.v1",
              Integer.class,
              Integer.class,
              (wf, n) -> wf.call(square, n) + wf.call("again", square, n + 1));
      holdfast.start();

      assertThat(sum.start(3).join()).isEqualTo(25);
      assertThat(holdfast.engine().store().find(RunQuery.all(10))).hasSize(3);
    }
  }

  @Test
  void a_caller_that_has_left_memory_is_woken_by_the_end_of_its_child() {
    try (var holdfast = Life.in(folder)) {
      var child =
          holdfast.workflow("child.v1", String.class, String.class, (wf, s) -> s + wf.await(GO));
      var parent =
          holdfast.workflow("parent.v1", String.class, String.class, (wf, s) -> wf.call(child, s));
      holdfast.start();
      var run = parent.start("a");
      Life.parked(holdfast, run);
      var called =
          holdfast.engine().store().find(RunQuery.all(10)).stream()
              .filter(h -> h.workflow().equals("child.v1"))
              .findFirst()
              .orElseThrow();
      assertThat(called.parentRun()).isEqualTo(run.id());

      child.run(called.id()).signal(GO, "b");

      assertThat(run.join()).isEqualTo("ab");
    }
  }

  @Test
  void a_child_that_fails_throws_in_its_caller() {
    try (var holdfast = Life.in(folder)) {
      Workflow<String, String> child =
          holdfast.workflow(
              "broken.v1",
              String.class,
              String.class,
              (wf, s) -> {
                throw new IllegalStateException("no paper");
              });
      var forgiving =
          holdfast.workflow(
              "forgiving.v1",
              String.class,
              String.class,
              (wf, s) -> {
                try {
                  return wf.call(child, s);
                } catch (ChildFailedException e) {
                  return "caught " + e.getMessage();
                }
              });
      var strict =
          holdfast.workflow("strict.v1", String.class, String.class, (wf, s) -> wf.call(child, s));
      holdfast.start();

      assertThat(forgiving.start("x").join()).contains("no paper");
      assertThatThrownBy(() -> strict.start("x").join()).hasMessageContaining("no paper");
    }
  }

  @Test
  void cancelling_the_caller_cancels_what_it_called() {
    try (var holdfast = Life.in(folder)) {
      var child =
          holdfast.workflow("child.v1", String.class, String.class, (wf, s) -> wf.await(GO));
      var parent =
          holdfast.workflow("parent.v1", String.class, String.class, (wf, s) -> wf.call(child, s));
      holdfast.start();
      var run = parent.start("a");
      Life.parked(holdfast, run);

      run.cancel("no longer needed");

      assertThatThrownBy(run::join).hasMessageContaining("no longer needed");
      Life.until(
          () ->
              holdfast.engine().store().find(RunQuery.all(10)).stream()
                  .allMatch(h -> h.state().status().terminal()));
    }
  }

  @Test
  void a_detached_child_is_started_once_and_lives_its_own_life() {
    try (var holdfast = Life.in(folder)) {
      var started = new AtomicReference<Run<String>>();
      var ended = new CountDownLatch(1);
      var child =
          holdfast.workflow(
              "child.v1",
              String.class,
              String.class,
              (wf, s) -> {
                ended.countDown();
                return s;
              });
      var parent =
          holdfast.workflow(
              "parent.v1",
              String.class,
              String.class,
              (wf, s) -> {
                started.set(wf.start(child, s, o -> o.priority(5)));
                wf.sleep("nap", Duration.ofMillis(20));
                return wf.start(child, s, o -> o.key("mine")).id().toString();
              });
      holdfast.start();

      var second = parent.start("a").join();

      assertThat(child.run(started.get().id()).join()).isEqualTo("a");
      assertThat(child.find("mine").orElseThrow().id()).hasToString(second);
      assertThat(holdfast.engine().store().find(RunQuery.all(10))).hasSize(3);
      assertThatThrownBy(() -> started.get().join()).hasMessageContaining("wf.call");
    }
  }
}
