package dev.holdfast;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What must be the same whenever code runs again. */
class ReplayedValueTest {

  private static final Signal<String> AWAY = Signal.of("away", String.class);

  @TempDir Path folder;

  /** Runs the body, lets the run leave memory behind it, and runs it once more. */
  private <T> List<T> twice(Function<WorkflowContext, T> body) {
    List<T> seen = new CopyOnWriteArrayList<>();
    try (var holdfast = Life.in(folder)) {
      var workflow =
          holdfast.workflow(
              "twice.v1",
              String.class,
              String.class,
              (wf, s) -> {
                seen.add(body.apply(wf));
                return wf.await(AWAY);
              });
      holdfast.start();
      var run = workflow.start("x");
      Life.parked(holdfast, run);
      run.signal(AWAY, "back");
      run.join();
    }
    assertThat(seen).hasSize(2);
    return seen;
  }

  @Test
  void the_time_stays_what_it_was() {
    var seen = twice(wf -> List.of(wf.now(), wf.now()));

    assertThat(seen.get(1)).isEqualTo(seen.getFirst());
  }

  @Test
  void chance_falls_the_same_way_and_every_call_is_a_chance_of_its_own() {
    var seen = twice(wf -> List.of(wf.random().nextLong(), wf.random().nextLong()));

    assertThat(seen.get(1)).isEqualTo(seen.getFirst());
    assertThat(seen.getFirst()).doesNotHaveDuplicates();
  }

  @Test
  void ids_stay_what_they_were_and_are_unique() {
    List<List<UUID>> seen = twice(wf -> List.of(wf.uuid(), wf.uuid()));

    assertThat(seen.get(1)).isEqualTo(seen.getFirst());
    assertThat(seen.getFirst()).doesNotHaveDuplicates().allMatch(id -> id.version() == 8);
  }

  @Test
  void published_values_can_be_read_from_outside_and_are_published_once() {
    try (var holdfast = Life.in(folder)) {
      var workflow =
          holdfast.workflow(
              "publishing.v1",
              String.class,
              String.class,
              (wf, s) -> {
                wf.publish("stage", "begun");
                wf.publish("stage", "waiting");
                wf.await(Signal.of("go", String.class));
                wf.publish("stage", "gone");
                return "done";
              });
      holdfast.start();
      var run = workflow.start("x");
      Life.parked(holdfast, run);
      assertThat(run.published("stage", String.class)).contains("waiting");
      assertThat(run.published("other", String.class)).isEmpty();
      assertThat(run.result()).isEmpty();

      run.signal(Signal.of("go", String.class), "now");
      run.join();

      assertThat(run.published("stage", String.class)).contains("gone");
      assertThat(run.result()).contains("done");
    }
  }

  @Test
  void a_run_stays_on_the_side_of_a_change_that_it_was_on() {
    var go = Signal.of("go", String.class);
    WorkflowBody<String, String> before =
        (wf, s) -> {
          wf.step("a", () -> "a");
          return wf.await(go);
        };
    WorkflowBody<String, String> after =
        (wf, s) -> {
          int version = wf.version("check", 2);
          wf.step("a", () -> "a");
          return wf.await(go) + version + wf.version("later", 7) + wf.version("check", 3);
        };
    UUID old;
    try (var holdfast = Life.in(folder)) {
      var workflow = holdfast.workflow("v.v1", String.class, String.class, before);
      holdfast.start();
      var run = workflow.start("x");
      Life.parked(holdfast, run);
      old = run.id();
    }

    try (var holdfast = Life.in(folder)) {
      var workflow = holdfast.workflow("v.v1", String.class, String.class, after);
      holdfast.start();
      var fresh = workflow.start("y");
      Life.parked(holdfast, fresh);
      workflow.run(old).signal(go, "old");
      fresh.signal(go, "new");

      assertThat(workflow.run(old).join()).isEqualTo("old070");
      assertThat(fresh.join()).isEqualTo("new272");
    }
  }
}
