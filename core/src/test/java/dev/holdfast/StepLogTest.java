package dev.holdfast;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.log.Event;
import dev.holdfast.log.EventCodec;
import dev.holdfast.log.LogCheck;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lines that steps write for people. */
class StepLogTest {

  @TempDir Path folder;

  @Test
  void lines_stand_in_the_log_between_the_beginning_and_the_end_of_their_attempt() {
    try (var holdfast = Life.in(folder)) {
      List<UUID> ran = new ArrayList<>();
      holdfast.run(
          "import",
          wf ->
              wf.step(
                  "load",
                  ctx -> {
                    ran.add(wf.runId());
                    ctx.log(LogLevel.INFO, "page " + ctx.attempt());
                    if (ctx.attempt() == 1) {
                      ctx.log(LogLevel.WARN, "it is slow");
                      throw new IllegalStateException("cut off");
                    }
                    return 1;
                  },
                  s -> s.retry(Retry.attempts(2).delay(Duration.ofMillis(1)))));

      assertThat(events(holdfast, ran.getFirst()))
          .extracting(StepLogTest::told)
          .containsExactly(
              "RunCreated",
              "RunClaimed",
              "StepScheduled",
              "StepStarted",
              "1 info page 1",
              "1 warn it is slow",
              "StepFailed",
              "StepScheduled",
              "StepStarted",
              "2 info page 2",
              "StepCompleted",
              "RunCompleted");
    }
  }

  @Test
  void an_attempt_that_writes_too_much_loses_the_rest_and_says_so() {
    try (var holdfast = Life.in(folder)) {
      var many = logOf(holdfast, "many", 5_000, "row");
      var long_ = logOf(holdfast, "long", 100, "x".repeat(10_000));

      assertThat(many).hasSize(1_001);
      assertThat(many.getLast().level()).isEqualTo("warn");
      assertThat(many.getLast().text()).contains("too many");
      assertThat(long_).hasSize(16);
      assertThat(long_.getFirst().text()).hasSize(4_001).endsWith("…");
      assertThat(long_.getLast().text()).contains("too many");
    }
  }

  @Test
  void a_thread_that_its_step_left_behind_writes_nothing_more() throws Exception {
    var over = new CountDownLatch(1);
    var wrote = new CountDownLatch(1);
    List<UUID> ran = new ArrayList<>();
    try (var holdfast = Life.in(folder)) {
      holdfast.run(
          "late",
          wf -> {
            wf.step(
                "quick",
                ctx -> {
                  ran.add(wf.runId());
                  Thread.ofVirtual()
                      .start(
                          () -> {
                            awaitQuietly(over);
                            ctx.log(LogLevel.ERROR, "too late");
                            wrote.countDown();
                          });
                  return 1;
                });
            over.countDown();
            awaitQuietly(wrote);
            return wf.step("next", () -> 2);
          });

      var log = events(holdfast, ran.getFirst());
      assertThat(log).noneMatch(event -> event instanceof Event.StepLogged);
      assertThat(LogCheck.violations(ran.getFirst(), log)).isEmpty();
    }
  }

  @Test
  void a_line_of_a_long_step_can_be_read_before_the_step_is_over() throws Exception {
    var seen = new CountDownLatch(1);
    try (var holdfast = Life.in(folder)) {
      var slow =
          holdfast.workflow(
              "slow.v1",
              String.class,
              Integer.class,
              (wf, in) ->
                  wf.step(
                      "wait",
                      ctx -> {
                        ctx.log(LogLevel.INFO, "half way");
                        seen.await();
                        return 1;
                      }));
      holdfast.start();
      var run = slow.start("x");

      Life.until(
          () -> events(holdfast, run.id()).stream().anyMatch(e -> e instanceof Event.StepLogged));
      seen.countDown();

      assertThat(run.join()).isEqualTo(1);
    }
  }

  private static List<Event.StepLogged> logOf(Holdfast h, String key, int lines, String text) {
    List<UUID> ran = new ArrayList<>();
    h.run(
        key,
        wf ->
            wf.step(
                "write",
                ctx -> {
                  ran.add(wf.runId());
                  for (int i = 0; i < lines; i++) {
                    ctx.log(LogLevel.DEBUG, text);
                  }
                  return 1;
                }));
    return events(h, ran.getFirst()).stream()
        .filter(e -> e instanceof Event.StepLogged)
        .map(e -> (Event.StepLogged) e)
        .toList();
  }

  private static List<Event> events(Holdfast holdfast, UUID run) {
    List<Event> events = new ArrayList<>();
    for (var entry : holdfast.engine().store().read(run, 0, 100_000)) {
      events.addAll(EventCodec.decode(entry, hash -> "null"));
    }
    return events;
  }

  private static String told(Event event) {
    return event instanceof Event.StepLogged e
        ? e.attempt() + " " + e.level() + " " + e.text()
        : event.getClass().getSimpleName();
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
