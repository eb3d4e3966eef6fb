package dev.holdfast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.engine.EngineOptions;
import dev.holdfast.engine.NewRun;
import dev.holdfast.log.Event;
import dev.holdfast.log.EventCodec;
import dev.holdfast.log.LogCheck;
import dev.holdfast.log.RunState;
import dev.holdfast.store.Claim;
import dev.holdfast.store.Entry;
import dev.holdfast.store.Store;
import dev.holdfast.store.memory.MemoryStore;
import dev.holdfast.store.sqlite.SqliteStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HoldfastTest {

  record Order(String id, long cents) {}

  record Receipt(String order, String text) {}

  @TempDir Path folder;

  private Holdfast open() {
    return Holdfast.open(folder.resolve("test.db").toString());
  }

  @AfterEach
  void every_log_keeps_the_rules() throws IOException {
    List<Path> files;
    try (var all = Files.list(folder)) {
      files = all.filter(file -> file.toString().endsWith(".db")).toList();
    }
    for (var file : files) {
      try (var store = SqliteStore.open(file, InstantSource.system())) {
        for (var run : store.runsInLog(null, 1_000)) {
          var entries = store.read(run, 0, 1_000);
          assertThat(LogCheck.gaps(entries)).isEmpty();
          assertThat(LogCheck.violations(run, events(store, entries))).isEmpty();
          assertThat(store.header(run))
              .contains(RunState.fold(run, events(store, entries)).header());
        }
      }
    }
  }

  private static List<Event> events(Store store, List<Entry> entries) {
    return entries.stream()
        .flatMap(
            entry ->
                EventCodec.decode(entry, hash -> store.payload(hash).orElseThrow().data()).stream())
        .toList();
  }

  @Test
  void a_run_returns_the_result_of_its_code() {
    try (var holdfast = open()) {
      int answer = holdfast.run("answer", wf -> wf.step("six", () -> 6) * 7);

      assertThat(answer).isEqualTo(42);
    }
  }

  @Test
  void a_finished_id_returns_its_stored_result_without_executing_anything() {
    var executions = new AtomicInteger();
    RunBody<Integer> body = wf -> wf.step("count", executions::incrementAndGet);
    try (var holdfast = open()) {
      assertThat(holdfast.run("once", body)).isEqualTo(1);
    }

    try (var holdfast = open()) {
      assertThat(holdfast.run("once", body)).isEqualTo(1);
    }
    assertThat(executions).hasValue(1);
  }

  @Test
  void a_run_goes_on_as_soon_as_the_node_that_held_it_is_known_to_be_dead() {
    var store = new MemoryStore(InstantSource.system());
    try (var holdfast = Holdfast.on(store, EngineOptions.defaults())) {
      var id = holdfast.engine().submit(NewRun.of(Holdfast.INLINE, null, "resumed"));
      var claimed = "[{\"type\":\"RunClaimed\",\"at\":1,\"node\":\"dead\"}]";
      store.heartbeat("dead", Duration.ofMillis(300));
      store.claim(new Claim("dead", Set.of(), id, 1, Instant.EPOCH, claimed));

      assertThat(holdfast.<Integer>run("resumed", wf -> wf.step("one", () -> 1))).isEqualTo(1);
    }
  }

  @Test
  void a_registered_workflow_is_started_and_joined() {
    try (var holdfast = open()) {
      var pay =
          holdfast.workflow(
              "shop.pay.v1",
              Order.class,
              Receipt.class,
              (wf, order) -> {
                long cents = wf.step("charge", () -> order.cents());
                return new Receipt(order.id(), "paid " + cents);
              });
      holdfast.start();

      var run = pay.start(new Order("o-1", 4_999));

      assertThat(run.join()).isEqualTo(new Receipt("o-1", "paid 4999"));
      assertThat(run.status()).isEqualTo(Run.Status.COMPLETED);
    }
  }

  @Test
  void steps_in_a_loop_are_told_apart_by_their_occurrence() {
    try (var holdfast = open()) {
      List<Integer> seen = new ArrayList<>();
      holdfast.execute(
          "loop",
          wf -> {
            for (int i = 0; i < 3; i++) {
              int now = i;
              seen.add(wf.step("process", () -> now));
            }
          });

      var run = holdfast.engine().byKey("loop").orElseThrow().id();
      assertThat(seen).containsExactly(0, 1, 2);
      assertThat(holdfast.engine().state(run).steps())
          .containsOnlyKeys("process", "process#2", "process#3");
    }
  }

  @Test
  void a_failing_step_is_tried_again_until_it_succeeds() {
    try (var holdfast = open()) {
      var tries = new AtomicInteger();
      int result =
          holdfast.run(
              "flaky",
              wf ->
                  wf.step(
                      "third-time",
                      () -> {
                        int now = tries.incrementAndGet();
                        if (now < 3) {
                          throw new IllegalStateException("not yet " + now);
                        }
                        return now;
                      },
                      s -> s.retry(Retry.attempts(5).delay(Duration.ofMillis(1)))));

      assertThat(result).isEqualTo(3);
    }
  }

  @Test
  void a_step_with_options_takes_any_kind_of_lambda() {
    try (var holdfast = open()) {
      List<String> done = new ArrayList<>();
      int result =
          holdfast.run(
              "options",
              wf -> {
                wf.step("no-result", () -> done.clear(), s -> s.retry(2));
                wf.step(
                    "block",
                    () -> {
                      done.add("block");
                    },
                    s -> s.retry(2));
                wf.step("reference", done::clear, s -> s.retry(2));
                wf.step("ignored-result", () -> done.add("ignored"), s -> s.retry(2));
                return wf.step("result", () -> done.size(), s -> s.retry(2));
              });

      assertThat(result).isEqualTo(1);
      assertThat(done).containsExactly("ignored");
    }
  }

  @Test
  void a_step_that_uses_up_its_attempts_fails_the_run_with_its_error() {
    try (var holdfast = open()) {
      assertThatThrownBy(
              () ->
                  holdfast.execute(
                      "doomed",
                      wf ->
                          wf.step(
                              "never",
                              () -> {
                                throw new IllegalArgumentException("no such customer");
                              })))
          .isInstanceOf(RunFailedException.class)
          .hasMessageContaining("no such customer");
    }
  }

  @Test
  void parallel_branches_all_finish() {
    try (var holdfast = open()) {
      String joined =
          holdfast.run(
              "parallel",
              wf -> {
                var a = wf.async("a", () -> "a");
                var b = wf.async("b", () -> "b");
                wf.all(a, b);
                return a.join() + b.join();
              });

      assertThat(joined).isEqualTo("ab");
    }
  }

  @Test
  void a_short_sleep_waits_in_memory_and_a_long_one_leaves_it() {
    var options =
        new dev.holdfast.engine.EngineOptions(
            "test",
            Duration.ofSeconds(30),
            100,
            Duration.ofMillis(20),
            Duration.ofMillis(100),
            10,
            Duration.ofSeconds(5),
            1_000,
            65_536,
            null);
    try (var holdfast = Holdfast.open(folder.resolve("sleep.db").toString(), options)) {
      var nap =
          holdfast.workflow(
              "nap.v1",
              Integer.class,
              String.class,
              (wf, ms) -> {
                wf.sleep("nap", Duration.ofMillis(ms));
                return wf.step("awake", () -> "awake");
              });
      holdfast.start();

      var shortNap = nap.start(5);
      var longNap = nap.start(200);

      assertThat(shortNap.join()).isEqualTo("awake");
      assertThat(longNap.join()).isEqualTo("awake");
      assertThat(holdfast.engine().header(longNap.id()).orElseThrow().state().attempt())
          .isEqualTo(1);
    }
  }

  @Test
  void a_transaction_commits_its_writes_with_its_completion() throws Exception {
    try (var holdfast = open()) {
      int rows =
          holdfast.run(
              "book",
              wf -> {
                wf.transaction(
                    "create",
                    db -> {
                      try (var statement = db.createStatement()) {
                        return statement.executeUpdate("CREATE TABLE account (name TEXT)");
                      }
                    });
                return wf.transaction(
                    "insert",
                    db -> {
                      try (var statement = db.createStatement()) {
                        return statement.executeUpdate("INSERT INTO account VALUES ('ada')");
                      }
                    });
              });

      assertThat(rows).isEqualTo(1);
    }
  }

  @Test
  void a_job_is_a_run_of_one_step_that_ends_with_it() {
    try (var holdfast = open()) {
      var doubled = holdfast.job("math.double.v1", Integer.class, Integer.class, n -> 2 * n);
      holdfast.start();

      var run = doubled.start(21);

      assertThat(run.join()).isEqualTo(42);
      assertThat(holdfast.engine().state(run.id()).steps()).containsOnlyKeys(Job.STEP);
      assertThat(holdfast.engine().store().read(run.id(), 0, 10)).hasSize(2);
    }
  }
}
