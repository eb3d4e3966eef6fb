package dev.holdfast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SagaTest {

  private static final Signal<String> GO = Signal.of("go", String.class);

  @TempDir Path folder;

  private final List<String> undone = new CopyOnWriteArrayList<>();

  private void book(WorkflowContext wf, String what) {
    wf.step(what, () -> "booked " + what, s -> s.compensate(undone::add));
  }

  @Test
  void compensations_run_newest_first_when_the_run_fails() {
    try (var holdfast = Life.in(folder)) {
      assertThatThrownBy(
              () ->
                  holdfast.execute(
                      "trip",
                      wf -> {
                        book(wf, "flight");
                        book(wf, "hotel");
                        throw new IllegalStateException("no car");
                      }))
          .hasMessageContaining("no car");

      assertThat(undone).containsExactly("booked hotel", "booked flight");
      var run = holdfast.engine().byKey("trip").orElseThrow().id();
      assertThat(holdfast.engine().state(run).steps())
          .containsKeys("hotel~compensate", "flight~compensate");
    }
  }

  @Test
  void a_run_that_completes_undoes_nothing() {
    try (var holdfast = Life.in(folder)) {
      holdfast.execute("trip", wf -> book(wf, "flight"));

      assertThat(undone).isEmpty();
    }
  }

  @Test
  void compensations_run_when_a_waiting_run_is_cancelled() {
    try (var holdfast = Life.in(folder)) {
      var trip =
          holdfast.workflow(
              "trip.v1",
              String.class,
              String.class,
              (wf, s) -> {
                book(wf, "flight");
                return wf.await(GO);
              });
      holdfast.start();
      var run = trip.start("x");
      Life.parked(holdfast, run);

      run.cancel("ill");

      assertThatThrownBy(run::join).hasMessageContaining("ill");
      assertThat(run.status()).isEqualTo(Run.Status.CANCELLED);
      assertThat(undone).containsExactly("booked flight");
    }
  }

  @Test
  void a_compensation_that_waits_for_another_attempt_may_leave_memory() {
    try (var holdfast = Life.in(folder)) {
      var patient = Retry.attempts(3).delay(Duration.ofMillis(30));
      var trip =
          holdfast.workflow(
              "trip.v1",
              String.class,
              String.class,
              (wf, s) -> {
                book(wf, "flight");
                wf.step(
                    "hotel",
                    () -> "h",
                    o ->
                        o.compensate(
                            h -> {
                              undone.add(h);
                              if (undone.size() < 3) {
                                throw new IllegalStateException("line is busy");
                              }
                            },
                            patient));
                throw new IllegalStateException("no car");
              });
      holdfast.start();

      assertThatThrownBy(() -> trip.start("x").join()).hasMessageContaining("no car");
      assertThat(undone).containsExactly("h", "h", "h", "booked flight");
    }
  }

  @Test
  void a_compensation_that_fails_for_good_fails_the_run_with_both_errors() {
    try (var holdfast = Life.in(folder)) {
      assertThatThrownBy(
              () ->
                  holdfast.execute(
                      "trip",
                      wf -> {
                        book(wf, "flight");
                        wf.step(
                            "hotel",
                            () -> "h",
                            o ->
                                o.compensate(
                                    h -> {
                                      throw new IllegalStateException("hotel closed");
                                    },
                                    Retry.none()));
                        throw new IllegalStateException("no car");
                      }))
          .hasMessageContaining("no car")
          .hasMessageContaining("hotel closed");
      assertThat(undone).containsExactly("booked flight");
    }
  }

  @Test
  void a_run_that_has_begun_to_undo_never_goes_on_again() {
    var failing = new java.util.concurrent.atomic.AtomicBoolean(true);
    try (var holdfast = Life.in(folder)) {
      var trip =
          holdfast.workflow(
              "trip.v1",
              String.class,
              String.class,
              (wf, s) -> {
                wf.step(
                    "hotel",
                    () -> "h",
                    o ->
                        o.compensate(
                            h -> {
                              undone.add(h);
                              if (undone.size() < 2) {
                                throw new IllegalStateException("busy");
                              }
                            },
                            Retry.attempts(3).delay(Duration.ofMillis(30))));
                if (failing.getAndSet(false)) {
                  throw new IllegalStateException("only the first time");
                }
                return wf.step("after", () -> "went on");
              });
      holdfast.start();

      assertThatThrownBy(() -> trip.start("x").join()).hasMessageContaining("only the first time");
      assertThat(undone).containsExactly("h", "h");
    }
  }
}
