package dev.holdfast.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.store.DeadLetters.Decided;
import dev.holdfast.store.DeadLetters.Decision;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is long over is cleared away, and nothing else. */
interface RetentionContract extends StoreUnderTest {

  @Test
  default void runs_that_ended_before_that_time_are_found_oldest_first_in_pages() {
    var start = Sample.START;
    var first = ended(RunStatus.SUCCEEDED, start.minusSeconds(9), null);
    var second = ended(RunStatus.FAILED, start.minusSeconds(99), null);
    var third = ended(RunStatus.CANCELLED, start.minusSeconds(1), null);
    ended(RunStatus.SUCCEEDED, start, null);

    var retention = store().retention();

    assertThat(ids(retention.ended(start, null, 9))).containsExactly(first, second, third);
    assertThat(ids(retention.ended(start, null, 2))).containsExactly(first, second);
    assertThat(ids(retention.ended(start, second, 2))).containsExactly(third);
    assertThat(retention.ended(start.minusSeconds(1_000), null, 9)).isEmpty();
  }

  @Test
  default void what_has_not_ended_is_neither_found_nor_deleted() {
    var open = List.of(Sample.pending(null), Sample.pending(Sample.START), Sample.leased("n"));
    for (var state : open) {
      var header = Sample.header(state);
      store().commit(List.of(Sample.insert(header)));

      assertThat(store().retention().ended(Sample.START.plus(Duration.ofDays(999)), null, 9))
          .isEmpty();
      assertThat(store().retention().delete(List.of(header.id()))).isEmpty();
      assertThat(store().header(header.id())).contains(header);
      assertThat(store().tail(header.id())).isPresent();
    }
  }

  @Test
  default void a_run_that_was_called_stays_while_its_caller_goes_on() {
    var caller = Sample.header(Sample.pending(null));
    store().commit(List.of(Sample.insert(caller)));
    var called = ended(RunStatus.SUCCEEDED, Sample.START.minusSeconds(9), caller.id());

    assertThat(store().retention().ended(Sample.START, null, 9)).isEmpty();

    store()
        .commit(
            List.of(
                Sample.append(
                    caller.id(),
                    2,
                    1,
                    new HeaderChange.Update(Sample.ended(RunStatus.SUCCEEDED)))));
    assertThat(ids(store().retention().ended(Sample.START, null, 9))).contains(called);
  }

  @Test
  default void a_deleted_run_leaves_nothing_behind_and_its_key_is_free() {
    var at = Sample.START;
    var run = ended(RunStatus.FAILED, at, null);
    var other = ended(RunStatus.FAILED, at, null);
    store().deadLetters().decide(List.of(new Decided(run, Decision.DISCARDED, null, null, at)));
    var key = store().header(run).orElseThrow().key();

    assertThat(store().retention().delete(List.of(run))).containsExactly(run);

    assertThat(second().header(run)).isEmpty();
    assertThat(second().read(run, 0, 9)).isEmpty();
    assertThat(second().tail(run)).isEmpty();
    assertThat(second().deadLetters().decision(run)).isEmpty();
    assertThat(second().header(other)).isPresent();
    assertThat(second().tail(other)).isPresent();
    assertThat(store().retention().delete(Set.of(run))).isEmpty();
    assertThat(store().commit(List.of(Sample.insert(Sample.keyed(String.valueOf(key))))))
        .containsExactly(Outcome.COMMITTED);
  }

  @Test
  default void a_large_value_goes_with_the_last_run_that_has_it() {
    var shared = new Payload("a".repeat(64), "[1]");
    var own = new Payload("b".repeat(64), "[2]");
    var first = endedWith(own, shared);
    var second = endedWith(shared);

    store().retention().delete(List.of(first));

    assertThat(second().payload(own.hash())).isEmpty();
    assertThat(second().payload(shared.hash())).contains(shared);

    store().retention().delete(List.of(second));

    assertThat(second().payload(shared.hash())).isEmpty();
    endedWith(shared);
    assertThat(second().payload(shared.hash())).contains(shared);
  }

  @Test
  default void runs_deleted_together_take_their_common_value_with_them() {
    var shared = new Payload("c".repeat(64), "[3]");
    var runs = List.of(endedWith(shared, shared), endedWith(shared));

    store().retention().delete(runs);

    assertThat(second().payload(shared.hash())).isEmpty();
  }

  @Test
  default void a_value_that_is_stored_while_it_is_cleared_away_is_there_afterwards()
      throws Exception {
    var shared = new Payload("d".repeat(64), "[4]");
    for (int round = 0; round < 25; round++) {
      var old = endedWith(shared);
      var fresh = ended(RunStatus.SUCCEEDED, Sample.START, null);
      Together.run(
          2,
          n ->
              n == 0
                  ? store().retention().delete(List.of(old))
                  : second().commit(with(fresh, shared)));

      assertThat(store().payload(shared.hash())).contains(shared);
      store().retention().delete(List.of(fresh));
      assertThat(store().payload(shared.hash())).isEmpty();
    }
  }

  @Test
  default void nodes_that_are_long_dead_and_hold_nothing_are_forgotten() {
    store().heartbeat("dead", Duration.ofSeconds(10));
    store().heartbeat("dead but holding", Duration.ofSeconds(10));
    store().heartbeat("alive", Duration.ofDays(9));
    store().commit(List.of(Sample.insert(Sample.header(Sample.leased("dead but holding")))));
    clock().advance(Duration.ofDays(2));

    assertThat(store().retention().forgetNodes(store().now().minus(Duration.ofDays(3)))).isZero();
    assertThat(store().retention().forgetNodes(store().now().minus(Duration.ofDays(1)))).isOne();

    assertThat(store().nodes())
        .extracting(NodeLease::node)
        .containsExactlyInAnyOrder("dead but holding", "alive");
  }

  private UUID endedWith(Payload... payloads) {
    var run = ended(RunStatus.SUCCEEDED, Sample.START, null);
    assertThat(store().commit(with(run, payloads))).containsExactly(Outcome.COMMITTED);
    return run;
  }

  private static List<Append> with(UUID run, Payload... payloads) {
    return List.of(new Append(run, 2, 1, Sample.events("x", 1), null, List.of(payloads)));
  }

  private UUID ended(RunStatus status, Instant finished, @Nullable UUID parent) {
    var at = Sample.START.minusSeconds(1_000);
    var state = new HeaderState(status, at, null, 1, null, null, null, at, finished, finished);
    var id = Sample.id();
    var header =
        new Header(
            id,
            "a.b",
            null,
            "key of " + id,
            100,
            3,
            parent,
            parent == null ? null : "call",
            null,
            null,
            "default",
            at,
            state);
    store().commit(List.of(Sample.insert(header)));
    return id;
  }

  private static List<UUID> ids(List<Header> headers) {
    return headers.stream().map(Header::id).toList();
  }
}
