package dev.holdfast.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.log.Journal;
import dev.holdfast.store.Append;
import dev.holdfast.store.Header;
import dev.holdfast.store.HeaderChange;
import dev.holdfast.store.HeaderState;
import dev.holdfast.store.Outcome;
import dev.holdfast.store.Payload;
import dev.holdfast.store.RunStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What PostgreSQL cannot store, or not at once, and that nobody else suffers from it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RefusalTest {

  private final PostgresStore store =
      PostgresStore.open(SharedPostgres.createDatabase(), Options.defaults());

  @AfterAll
  void close() {
    store.close();
  }

  @Test
  void a_key_too_long_for_an_index_is_refused_for_good() {
    assertThatThrownBy(() -> store.commit(List.of(withKey(noise(20_000)))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("cannot store this");
  }

  @Test
  void others_in_the_same_batch_are_committed_all_the_same() throws Exception {
    try (var journal = new Journal(store, 1_000, append -> {});
        var pool = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Outcome>> good = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        good.add(pool.submit(() -> journal.append(Runs.due(Runs.id()))));
      }
      var bad = pool.submit(() -> journal.append(withKey(noise(20_000))));
      for (int i = 0; i < 50; i++) {
        good.add(pool.submit(() -> journal.append(Runs.due(Runs.id()))));
      }

      for (var each : good) {
        assertThat(each.get()).isEqualTo(Outcome.COMMITTED);
      }
      assertThatThrownBy(bad::get)
          .isInstanceOf(ExecutionException.class)
          .hasStackTraceContaining("cannot store this");
    }
  }

  @Test
  void a_character_that_no_text_can_hold_is_replaced() {
    var run = Runs.id();
    store.commit(List.of(Runs.leased(run, "node-1")));
    var failed =
        new HeaderState(
            RunStatus.FAILED, null, null, 1, null, "a\0b", null, null, null, Instant.EPOCH);

    var append = new Append(run, 2, 1, "[{}]", new HeaderChange.Update(failed), List.of());

    assertThat(store.commit(List.of(append))).containsExactly(Outcome.COMMITTED);
    assertThat(store.header(run).orElseThrow().state().lastError()).isEqualTo("a\ufffdb");
  }

  @Test
  void a_batch_too_large_for_one_message_is_still_one_transaction() {
    List<Append> appends = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      var data = "\"" + String.valueOf(i).repeat(10_000_000) + "\"";
      var id = Runs.id();
      var payloads = List.of(new Payload("large-" + i, data));
      appends.add(new Append(id, 1, 1, "[{}]", header(id, null), payloads));
    }
    var run = appends.getFirst().run();
    var lost = new Append(run, 1, 1, "[{}]", null, List.of(new Payload("lost", "1")));

    assertThat(store.commit(appends)).hasSize(5).containsOnly(Outcome.COMMITTED);

    assertThat(store.commit(List.of(lost))).containsExactly(Outcome.CONFLICT);
    assertThat(store.payload("large-4").orElseThrow().data()).hasSize(10_000_002);
    assertThat(store.payload("lost")).isEmpty();
  }

  private static Append withKey(String key) {
    var id = Runs.id();
    return new Append(id, 1, 1, "[{}]", header(id, key), List.of());
  }

  private static HeaderChange header(UUID id, @Nullable String key) {
    var state =
        new HeaderState(
            RunStatus.PENDING, null, null, 1, null, null, null, null, null, Instant.EPOCH);
    return new HeaderChange.Insert(
        new Header(id, "w", null, key, 1, 1, null, null, null, null, "n", Instant.EPOCH, state));
  }

  /** Text that cannot be compressed. */
  private static String noise(int length) {
    var text = new StringBuilder(length);
    new Random(1).ints(length, '!', '~').forEach(text::appendCodePoint);
    return text.toString();
  }
}
