package dev.holdfast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StepContextTest {

  record Progress(int page, String last) {}

  @TempDir Path folder;

  private static final Retry SOON = Retry.attempts(3).delay(Duration.ofMillis(1));

  @Test
  void the_next_attempt_gets_the_last_checkpoint() {
    List<Integer> pages = new CopyOnWriteArrayList<>();
    try (var holdfast = Life.in(folder)) {
      int loaded =
          holdfast.run(
              "import",
              wf ->
                  wf.step(
                      "load",
                      ctx -> {
                        int from = ctx.lastCheckpoint(Progress.class).map(Progress::page).orElse(0);
                        for (int page = from; page < 4; page++) {
                          pages.add(page);
                          ctx.checkpoint(new Progress(page + 1, "p" + page));
                          if (page == 1 && ctx.attempt() == 1) {
                            throw new IllegalStateException("cut off");
                          }
                        }
                        return pages.size();
                      },
                      s -> s.retry(SOON)));

      assertThat(loaded).isEqualTo(4);
      assertThat(pages).containsExactly(0, 1, 2, 3);
    }
  }

  @Test
  void the_step_key_stays_over_attempts_and_the_attempt_key_does_not() {
    List<UUID> stepKeys = new CopyOnWriteArrayList<>();
    List<UUID> attemptKeys = new CopyOnWriteArrayList<>();
    try (var holdfast = Life.in(folder)) {
      holdfast.run(
          "keys",
          wf ->
              wf.step(
                  "charge",
                  ctx -> {
                    stepKeys.add(ctx.stepKey());
                    attemptKeys.add(ctx.attemptKey());
                    assertThat(ctx.step()).isEqualTo("charge");
                    assertThat(ctx.runId()).isEqualTo(wf.runId());
                    if (ctx.attempt() < 3) {
                      throw new IllegalStateException("again");
                    }
                    return "charged";
                  },
                  s -> s.retry(SOON)));
    }
    assertThat(stepKeys).hasSize(3).containsOnly(stepKeys.getFirst());
    assertThat(attemptKeys).hasSize(3).doesNotHaveDuplicates();
  }

  @Test
  void a_step_deadline_ends_all_attempts_together() {
    try (var holdfast = Life.in(folder)) {
      assertThatThrownBy(
              () ->
                  holdfast.execute(
                      "late",
                      wf ->
                          wf.step(
                              "slow",
                              () -> {
                                new CountDownLatch(1).await();
                                return "never";
                              },
                              s -> s.retry(SOON).deadline(Duration.ofMillis(30)))))
          .hasMessageContaining("TimeoutException");
      var run = holdfast.engine().byKey("late").orElseThrow().id();
      assertThat(holdfast.engine().state(run).steps().values())
          .extracting(dev.holdfast.log.StepState::failures)
          .containsExactly(1);
    }
  }

  @Test
  void an_error_that_is_never_worth_another_attempt_gets_none() {
    List<Integer> attempts = new CopyOnWriteArrayList<>();
    try (var holdfast = Life.in(folder)) {
      assertThatThrownBy(
          () ->
              holdfast.execute(
                  "never",
                  wf ->
                      wf.step(
                          "s",
                          ctx -> {
                            attempts.add(ctx.attempt());
                            throw new IllegalArgumentException("wrong number");
                          },
                          s -> s.retry(SOON.never(IllegalArgumentException.class)))));
    }
    assertThat(attempts).containsExactly(1);
  }

  @Test
  void every_kind_of_step_is_told_apart_by_the_compiler() throws Exception {
    try (var holdfast = Life.in(folder)) {
      holdfast.execute(
          "kinds",
          wf -> {
            wf.step("action", () -> attemptOf(null));
            wf.step("void", StepContextTest::nothing);
            wf.step("supplier", StepContextTest::answer);
            wf.step("context", ctx -> ctx.attempt());
            wf.step(
                "block",
                ctx -> {
                  return attemptOf(ctx);
                });
            wf.step("function", StepContextTest::attemptOf);
          });
      var run = holdfast.engine().byKey("kinds").orElseThrow().id();
      assertThat(holdfast.engine().state(run).steps()).hasSize(6);
    }
  }

  private static void nothing() {}

  private static int answer() {
    return 42;
  }

  private static int attemptOf(@org.jspecify.annotations.Nullable StepContext context) {
    return context == null ? 0 : context.attempt();
  }
}
