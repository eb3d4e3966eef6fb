package dev.holdfast.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.Holdfast;
import dev.holdfast.store.Header;
import dev.holdfast.store.RunQuery;
import dev.holdfast.store.RunStatus;
import dev.holdfast.store.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What verify and rebuild promise, on every store. */
abstract class VerificationContract {

  /** Opens the same data every time it is called within a test. */
  abstract Store open();

  /** Deletes all headers, or damages them where nothing can be deleted. */
  abstract void loseHeaders(List<Header> headers);

  @Test
  void a_store_with_runs_in_all_states_is_clean() throws Exception {
    RunsInAllStates.fill(this::open, 3);

    try (var store = open()) {
      var headers = store.find(RunQuery.all(1_000));
      assertThat(headers)
          .extracting(header -> header.state().status())
          .containsAll(EnumSet.allOf(RunStatus.class));
      var report = Verification.of(store, Verification.Listener.NONE);
      assertThat(report.problems()).isEmpty();
      assertThat(report.runs()).isEqualTo(headers.size());
      assertThat(report.events()).isGreaterThan(3L * headers.size());
    }
  }

  @Test
  void headers_rebuilt_from_the_log_are_the_same_to_the_last_column() throws Exception {
    RunsInAllStates.fill(this::open, 3);
    try (var store = open()) {
      var before = store.find(RunQuery.all(1_000));
      loseHeaders(before);
      assertThat(Verification.of(store, Verification.Listener.NONE).found())
          .isGreaterThanOrEqualTo(before.size());

      var wouldBe = Rebuild.dryRun(store, Verification.Listener.NONE);
      assertThat(store.find(RunQuery.all(1_000))).isNotEqualTo(before);
      var report = Rebuild.of(store, "rebuild-1", Verification.Listener.NONE);

      assertThat(report).isEqualTo(wouldBe);
      assertThat(report.rewritten()).isEqualTo(before.size());
      assertThat(store.find(RunQuery.all(1_000))).containsExactlyElementsOf(before);
      assertThat(Verification.of(store, Verification.Listener.NONE).clean()).isTrue();
      assertThat(Rebuild.of(store, "rebuild-2", Verification.Listener.NONE).rewritten()).isZero();
    }
  }

  @Test
  void many_runs_are_checked_in_pages() throws Exception {
    try (var holdfast = Holdfast.on(open(), RunsInAllStates.options())) {
      var echo = holdfast.workflow("echo.v1", String.class, String.class, (wf, text) -> text);
      holdfast.start();
      var runs = IntStream.range(0, 1_234).mapToObj(n -> echo.start("run " + n)).toList();
      for (var run : runs) {
        holdfast.engine().await(run.id(), Duration.ofSeconds(20));
      }
    }
    List<Long> progress = new ArrayList<>();
    try (var store = open()) {
      var report =
          Verification.of(
              store,
              new Verification.Listener() {
                @Override
                public void progress(long runs, long events) {
                  progress.add(runs);
                }
              });

      assertThat(report.clean()).isTrue();
      assertThat(progress).containsExactly(500L, 1_000L, 1_234L);
    }
  }

  @Test
  void a_store_at_work_shows_no_problem_that_is_none() throws Exception {
    var stop = new AtomicBoolean();
    try (var holdfast = Holdfast.on(open(), RunsInAllStates.options())) {
      var nap =
          holdfast.workflow(
              "nap.v1",
              Integer.class,
              Integer.class,
              (wf, ms) -> {
                wf.sleep("nap", Duration.ofMillis(ms));
                return wf.step("awake", () -> ms);
              });
      holdfast.start();
      var load =
          Thread.ofVirtual()
              .start(
                  () -> {
                    while (!stop.get()) {
                      nap.start(0);
                      nap.start(30).join();
                    }
                  });

      for (int i = 0; i < 20; i++) {
        assertThat(
                Verification.of(holdfast.engine().store(), Verification.Listener.NONE).problems())
            .isEmpty();
      }

      stop.set(true);
      load.join();
    }
  }

  @Test
  void a_rebuild_beside_a_node_at_work_is_refused() {
    try (var holdfast = Holdfast.on(open(), RunsInAllStates.options())) {
      holdfast.start();
      try (var store = open()) {
        assertThatThrownBy(() -> Rebuild.of(store, "rebuild", Verification.Listener.NONE))
            .isInstanceOf(IllegalStateException.class)
            .hasMessageContaining("Stop");
      }
    }
  }
}
