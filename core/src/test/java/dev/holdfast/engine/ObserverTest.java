package dev.holdfast.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.Holdfast;
import dev.holdfast.Retry;
import dev.holdfast.RunFailedException;
import dev.holdfast.Stores;
import dev.holdfast.log.Event;
import dev.holdfast.log.RunState;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ObserverTest {

  private static final Retry TWICE = Retry.attempts(2).delay(Duration.ofMillis(1));

  @TempDir Path folder;

  /** Writes down what it is told. */
  private static final class Notes implements Observer {
    final List<String> heard = new CopyOnWriteArrayList<>();
    final ThreadLocal<String> inside = new ThreadLocal<>();

    @Override
    public void tried(Tried attempt) {
      var how =
          attempt.error() == null ? "completed" : attempt.retryAt() == null ? "failed" : "retried";
      assertThat(attempt.ended()).isAfterOrEqualTo(attempt.began());
      heard.add(attempt.step() + " " + attempt.attempt() + " " + how);
    }

    @Override
    public void ended(RunState run, Event end) {
      heard.add(run.created().key() + " " + end.getClass().getSimpleName());
    }

    @Override
    public <T> T during(StepAttempt attempt, Callable<T> code) throws Exception {
      inside.set(attempt.step());
      try {
        return code.call();
      } finally {
        inside.remove();
      }
    }
  }

  @Test
  void an_observer_is_told_how_each_attempt_and_each_run_ended() {
    var notes = new Notes();
    try (var holdfast = observed(notes)) {
      List<Integer> tries = new ArrayList<>();
      holdfast.execute(
          "good",
          wf ->
              wf.step(
                  "charge",
                  () -> {
                    tries.add(1);
                    if (tries.size() == 1) {
                      throw new IllegalStateException("not now");
                    }
                  },
                  s -> s.retry(TWICE)));
      assertThatThrownBy(
              () ->
                  holdfast.execute(
                      "bad",
                      wf ->
                          wf.step(
                              "ship",
                              () -> {
                                throw new IllegalStateException("never");
                              })))
          .isInstanceOf(RunFailedException.class);
    }

    assertThat(notes.heard)
        .containsExactly(
            "charge 1 retried",
            "charge 2 completed",
            "good RunCompleted",
            "ship 1 failed",
            "bad RunFailed");
  }

  @Test
  void a_step_runs_inside_its_observer_whichever_thread_executes_it() {
    var notes = new Notes();
    List<String> seen = new CopyOnWriteArrayList<>();
    try (var holdfast = observed(notes)) {
      holdfast.execute(
          "names",
          wf -> {
            wf.step("plain", () -> seen.add(notes.inside.get()));
            wf.step(
                "timed", () -> seen.add(notes.inside.get()), s -> s.timeout(Duration.ofMinutes(1)));
            wf.transaction("written", db -> seen.add(notes.inside.get()));
            wf.all(wf.async("beside", () -> seen.add(notes.inside.get())));
            assertThat(notes.inside.get()).isNull();
          });
    }

    assertThat(seen).containsExactly("plain", "timed", "written", "beside");
  }

  @Test
  void a_step_that_is_written_with_the_end_of_its_run_is_told_only_then() {
    List<Boolean> durable = new CopyOnWriteArrayList<>();
    var store = Stores.open(folder.resolve("test.db").toString());
    var looking =
        new Observer() {
          @Override
          public void tried(Tried attempt) {
            var run = attempt.run().header().id();
            durable.add(store.header(run).orElseThrow().state().status().terminal());
          }
        };
    try (var holdfast = Holdfast.on(store, EngineOptions.defaults(), looking)) {
      var job = holdfast.job("mail", String.class, String.class, to -> "sent to " + to);
      holdfast.start();
      assertThat(job.start("ada").join()).isEqualTo("sent to ada");
    }

    assertThat(durable).containsExactly(true);
  }

  private Holdfast observed(Observer observer) {
    var store = Stores.open(folder.resolve("test.db").toString());
    return Holdfast.on(store, EngineOptions.defaults(), observer);
  }
}
