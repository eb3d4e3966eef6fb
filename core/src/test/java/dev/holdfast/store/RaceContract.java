package dev.holdfast.store;

import static dev.holdfast.store.Outcome.COMMITTED;
import static dev.holdfast.store.Outcome.CONFLICT;
import static dev.holdfast.store.Outcome.DUPLICATE;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Many threads and two handles at once. */
interface RaceContract extends StoreUnderTest {

  @Test
  default void sixteen_nodes_take_each_of_500_runs_exactly_once() throws Exception {
    var runs =
        IntStream.range(0, 500)
            .mapToObj(n -> Sample.header("w", n % 3, Sample.pending(Sample.START)))
            .toList();
    store().commit(runs.stream().map(Sample::insert).toList());
    IntStream.range(0, 16).forEach(n -> store().heartbeat("node-" + n, Duration.ofHours(1)));
    second();

    var taken =
        Together.run(
            16,
            n -> {
              List<Header> mine = new ArrayList<>();
              var claim = Sample.claim("node-" + n, Set.of("w"), 7);
              var some = handle(n).claim(claim).runs();
              while (!some.isEmpty()) {
                mine.addAll(some);
                some = handle(n).claim(claim).runs();
              }
              return mine;
            });

    var all = taken.stream().flatMap(List::stream).toList();
    assertThat(all).hasSize(500).extracting(Header::id).doesNotHaveDuplicates();
    for (var header : all) {
      assertThat(store().header(header.id())).contains(header);
      assertThat(store().read(header.id(), 1, 10))
          .containsExactly(
              new Entry(
                  header.id(), 2, 1, Sample.claimed(String.valueOf(header.state().leasedBy()))));
    }
  }

  @Test
  default void one_of_32_writers_at_the_same_tail_wins() throws Exception {
    var run = begin();
    second();
    for (long seq = 2; seq <= 6; seq++) {
      long tail = seq;

      var outcomes =
          Together.run(
              32,
              n -> {
                var append =
                    new Append(run, tail, 1, Sample.events("writer " + n, 1), null, List.of());
                return handle(n).commit(List.of(append)).getFirst();
              });

      assertThat(outcomes).containsOnlyOnce(COMMITTED);
      assertThat(Collections.frequency(outcomes, CONFLICT)).isEqualTo(31);
      assertThat(store().tail(run))
          .contains(
              new Entry(run, tail, 1, Sample.events("writer " + outcomes.indexOf(COMMITTED), 1)));
    }
  }

  @Test
  default void writers_that_read_the_tail_again_all_get_through() throws Exception {
    var run = begin();
    second();

    Together.run(
        32,
        n -> {
          for (int k = 1; k <= 3; k++) {
            appendUntilWritten(handle(n), run, k, "writer " + n + " " + k);
          }
          return n;
        });

    var log = store().read(run, 0, 1_000);
    assertGapless(log);
    assertThat(log).hasSize(1 + 32 * 3).extracting(Entry::events).doesNotHaveDuplicates();
  }

  @Test
  default void one_of_many_starts_with_the_same_key_wins() throws Exception {
    second();

    var runs = IntStream.range(0, 16).mapToObj(n -> Sample.keyed("only one")).toList();
    var outcomes =
        Together.run(16, n -> handle(n).commit(List.of(Sample.insert(runs.get(n)))).getFirst());

    assertThat(outcomes).containsOnlyOnce(COMMITTED);
    assertThat(Collections.frequency(outcomes, DUPLICATE)).isEqualTo(15);
    var winner = runs.get(outcomes.indexOf(COMMITTED));
    assertThat(store().find(RunQuery.all(100))).containsExactly(winner);
    assertThat(store().read(runs.getLast().id(), 0, 10))
        .hasSize(winner.equals(runs.getLast()) ? 1 : 0);
  }

  @Test
  default void batches_over_the_same_runs_do_not_block_each_other() throws Exception {
    var runs = IntStream.range(0, 60).mapToObj(n -> begin()).toList();
    second();

    var outcomes =
        Together.run(
            8,
            n -> {
              List<UUID> mine = new ArrayList<>(n % 2 == 0 ? runs : runs.reversed());
              Collections.rotate(mine, n * 7);
              var change = new HeaderChange.Update(Sample.leased("node-" + n));
              var batch = mine.stream().map(run -> Sample.append(run, 2, 1, change)).toList();
              return handle(n / 2).commit(batch);
            });

    assertThat(outcomes.stream().flatMap(List::stream).filter(o -> o == COMMITTED)).hasSize(60);
    for (var run : runs) {
      assertThat(store().read(run, 0, 10)).hasSize(2);
    }
  }

  @Test
  default void a_claim_and_a_message_at_the_same_moment_leave_no_gap() throws Exception {
    List<UUID> runs = new ArrayList<>();
    for (int n = 0; n < 30; n++) {
      runs.add(begin());
    }
    second();

    Together.run(
        6,
        n -> {
          for (var run : runs) {
            if (n % 2 == 0) {
              handle(n / 2).claim(Sample.only("nobody-" + n, run));
            } else {
              appendUntilWritten(handle(n / 2), run, 1, "message " + n);
            }
          }
          return n;
        });

    for (var run : runs) {
      var log = store().read(run, 0, 1_000);
      assertGapless(log);
      long claims = log.stream().filter(e -> e.events().contains("RunClaimed")).count();
      assertThat(log).hasSize((int) (1 + 3 + claims));
      assertThat(store().header(run).orElseThrow().state().attempt())
          .as("a claim for each entry, and an entry for each claim")
          .isEqualTo((int) Math.max(1, claims));
    }
  }

  @Test
  default void a_dying_node_either_beats_or_loses_its_run() throws Exception {
    for (int round = 0; round < 20; round++) {
      var node = "node-" + round;
      var run = Sample.header("race-" + round, 1, Sample.leased(node));
      store().commit(List.of(Sample.insert(run)));
      store().heartbeat(node, Sample.LEASE);
      clock().advance(Sample.LEASE);
      var claim = Sample.claim("heir-" + round, Set.of(run.workflow()), 1);

      var results =
          Together.run(
              4,
              n ->
                  n == 0
                      ? store().heartbeat(node, Sample.LEASE) ? 1 : 0
                      : store().claim(claim).runs().size());

      assertThat(results.getFirst()).isZero();
      assertThat(results.subList(1, 4)).contains(1);
    }
  }

  private Store handle(int n) {
    return n % 2 == 0 ? store() : second();
  }

  private UUID begin() {
    var run = Sample.header(Sample.pending(Sample.START));
    assertThat(store().commit(List.of(Sample.insert(run)))).containsExactly(COMMITTED);
    return run.id();
  }

  private static void appendUntilWritten(Store store, UUID run, int count, String text) {
    Outcome outcome;
    do {
      long seq = store.tail(run).orElseThrow().lastSeq() + 1;
      var append = new Append(run, seq, count, Sample.events(text, count), null, List.of());
      outcome = store.commit(List.of(append)).getFirst();
    } while (outcome != COMMITTED);
  }

  private static void assertGapless(List<Entry> log) {
    long next = 1;
    for (var entry : log) {
      assertThat(entry.seq()).isEqualTo(next);
      next = entry.lastSeq() + 1;
    }
  }
}
