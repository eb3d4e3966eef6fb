package dev.holdfast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ParallelTest {

  @TempDir Path folder;

  @Test
  void a_race_returns_the_first_result_and_cancels_the_others() {
    var begun = new CountDownLatch(1);
    var interrupted = new CountDownLatch(1);
    try (var holdfast = Life.in(folder)) {
      String winner =
          holdfast.run(
              "race",
              wf -> {
                var slow =
                    wf.async(
                        "slow",
                        () -> {
                          begun.countDown();
                          try {
                            new CountDownLatch(1).await();
                            return "slow";
                          } catch (InterruptedException e) {
                            interrupted.countDown();
                            throw e;
                          }
                        });
                var fast =
                    wf.async(
                        "fast",
                        () -> {
                          begun.await();
                          return "fast";
                        });
                return wf.<String>race(slow, fast);
              });

      assertThat(winner).isEqualTo("fast");
      assertThat(interrupted.getCount()).isZero();
    }
  }

  @Test
  void a_loser_does_nothing_more_when_the_run_comes_back() {
    var extra = new AtomicInteger();
    try (var holdfast = Life.in(folder)) {
      var workflow =
          holdfast.workflow(
              "race.v1",
              String.class,
              String.class,
              (wf, s) -> {
                var backup =
                    wf.branch(
                        "backup",
                        b -> {
                          b.sleep("wait", Duration.ofMillis(50));
                          return b.step("charge", () -> "backup" + extra.incrementAndGet());
                        });
                var main = wf.async("main", () -> "main");
                var first = wf.<String>race(backup, main);
                wf.sleep("long", Duration.ofMillis(150));
                return first;
              });
      holdfast.start();

      assertThat(workflow.start("x").join()).isEqualTo("main");
      assertThat(extra).hasValue(0);
    }
  }

  @Test
  void the_first_failure_cancels_the_other_branches_and_is_thrown() {
    try (var holdfast = Life.in(folder)) {
      var never = new AtomicInteger();
      assertThatThrownBy(
              () ->
                  holdfast.execute(
                      "fail",
                      wf -> {
                        var waiting =
                            wf.branch(
                                "waiting",
                                b -> {
                                  b.sleep("long", Duration.ofDays(1));
                                  return b.step("never", never::incrementAndGet);
                                });
                        var failing =
                            wf.async(
                                "failing",
                                () -> {
                                  if (never.get() == 0) {
                                    throw new IllegalStateException("broken");
                                  }
                                  return 1;
                                });
                        wf.all(waiting, failing);
                      }))
          .hasMessageContaining("broken");
      assertThat(never).hasValue(0);
    }
  }

  @Test
  void a_branch_that_nobody_waits_for_still_belongs_to_its_run() {
    try (var holdfast = Life.in(folder)) {
      var done = new AtomicInteger();
      String result =
          holdfast.run(
              "loose",
              wf -> {
                wf.branch(
                    "mail",
                    b -> {
                      b.sleep("wait", Duration.ofMillis(10));
                      return b.step("send", done::incrementAndGet);
                    });
                return "returned";
              });

      assertThat(result).isEqualTo("returned");
      assertThat(done).hasValue(1);
    }
  }

  @Test
  void a_map_keeps_the_order_of_its_items_and_its_limit() {
    try (var holdfast = Life.in(folder)) {
      var active = new AtomicInteger();
      var most = new AtomicInteger();
      List<String> results =
          holdfast.run(
              "map",
              new Type<List<String>>() {},
              wf ->
                  wf.map(
                      "square",
                      List.of(1, 2, 3, 4, 5, 6, 7, 8),
                      n -> "n/" + n,
                      (b, n) ->
                          b.step(
                              "one",
                              () -> {
                                most.accumulateAndGet(active.incrementAndGet(), Math::max);
                                LockSupport.parkNanos(100_000);
                                active.decrementAndGet();
                                return "" + n * n;
                              }),
                      m -> m.concurrency(3)));

      assertThat(results).containsExactly("1", "4", "9", "16", "25", "36", "49", "64");
      assertThat(most.get()).isBetween(1, 3);
      var run = holdfast.engine().byKey("map").orElseThrow().id();
      assertThat(holdfast.engine().state(run).steps()).containsKey("square[n%2F1]/one");
    }
  }

  @Test
  void two_items_with_the_same_key_are_refused() {
    try (var holdfast = Life.in(folder)) {
      assertThatThrownBy(
              () ->
                  holdfast.execute(
                      "twice", wf -> wf.map("m", List.of("a", "a"), s -> s, (b, s) -> s)))
          .hasMessageContaining("have the key 'a'");
    }
  }

  @Test
  void one_failing_item_fails_the_map_and_stops_the_rest() {
    try (var holdfast = Life.in(folder)) {
      var executed = new AtomicInteger();
      assertThatThrownBy(
              () ->
                  holdfast.execute(
                      "bad-item",
                      wf ->
                          wf.map(
                              "m",
                              List.of(1, 2, 3, 4, 5),
                              n -> n,
                              (b, n) ->
                                  b.step(
                                      "one",
                                      () -> {
                                        executed.incrementAndGet();
                                        if (n == 2) {
                                          throw new IllegalStateException("item two");
                                        }
                                        return n;
                                      }),
                              m -> m.concurrency(1))))
          .hasMessageContaining("item two");
      assertThat(executed).hasValue(2);
    }
  }

  @Test
  void thousands_of_items_that_wait_leave_memory_together() {
    try (var holdfast = Life.in(folder)) {
      var workflow =
          holdfast.workflow(
              "many.v1",
              Integer.class,
              Integer.class,
              (wf, n) ->
                  wf.map(
                          "nap",
                          IntStream.range(0, n).boxed().toList(),
                          i -> i,
                          (b, i) -> {
                            b.sleep("s", Duration.ofMillis(100));
                            return 1;
                          },
                          m -> m.concurrency(n))
                      .size());
      holdfast.start();

      assertThat(workflow.start(200).join()).isEqualTo(200);
    }
  }
}
