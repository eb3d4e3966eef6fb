package dev.holdfast.store;

import static dev.holdfast.store.Outcome.COMMITTED;
import static dev.holdfast.store.Outcome.CONFLICT;
import static dev.holdfast.store.Outcome.DUPLICATE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Appending to logs and reading them. */
interface LogContract extends StoreUnderTest {

  @Test
  default void a_committed_append_is_read_back_as_it_was_written() {
    var run = Sample.header(Sample.pending(Sample.START));
    var append = Sample.insert(run);

    assertThat(store().commit(List.of(append))).containsExactly(COMMITTED);

    var entry = new Entry(run.id(), 1, 1, append.events());
    assertThat(store().read(run.id(), 0, 10)).containsExactly(entry);
    assertThat(store().tail(run.id())).contains(entry);
    assertThat(store().header(run.id())).contains(run);
  }

  @Test
  default void another_handle_reads_what_was_committed() {
    var run = begin();
    store().commit(List.of(Sample.append(run, 2)));

    assertThat(second().read(run, 0, 10)).isEqualTo(store().read(run, 0, 10)).hasSize(2);
    assertThat(second().header(run)).isEqualTo(store().header(run)).isPresent();
  }

  @Test
  default void a_run_that_nobody_wrote_is_empty() {
    assertThat(store().read(Sample.id(), 0, 10)).isEmpty();
    assertThat(store().tail(Sample.id())).isEmpty();
    assertThat(store().header(Sample.id())).isEmpty();
  }

  @Test
  default void an_empty_batch_is_committed_at_once() {
    assertThat(store().commit(List.of())).isEmpty();
  }

  @Test
  default void entries_are_read_from_a_seq_up_to_a_limit() {
    var run = begin();
    store().commit(List.of(Sample.append(run, 2, 3, null)));
    store().commit(List.of(Sample.append(run, 5, 2, null)));
    store().commit(List.of(Sample.append(run, 7)));

    assertThat(seqs(run, 0, 10)).containsExactly(1L, 2L, 5L, 7L);
    assertThat(seqs(run, 1, 10)).containsExactly(2L, 5L, 7L);
    assertThat(seqs(run, 2, 10)).as("inside an entry").containsExactly(5L, 7L);
    assertThat(seqs(run, 4, 10)).containsExactly(5L, 7L);
    assertThat(seqs(run, 7, 10)).isEmpty();
    assertThat(seqs(run, 0, 2)).containsExactly(1L, 2L);
    assertThat(seqs(run, 1, 1)).containsExactly(2L);
    assertThat(store().tail(run)).map(Entry::lastSeq).contains(7L);
  }

  @Test
  default void a_long_log_is_read_in_the_order_of_numbers() {
    var run = begin();
    for (long seq = 2; seq <= 120; seq++) {
      assertThat(store().commit(List.of(Sample.append(run, seq)))).containsExactly(COMMITTED);
    }

    assertThat(seqs(run, 0, 1_000))
        .containsExactlyElementsOf(IntStream.rangeClosed(1, 120).mapToObj(n -> (long) n).toList());
  }

  @Test
  default void a_log_may_have_more_events_than_an_int_can_count() {
    var run = begin();
    long seq = 2;
    for (int entry = 0; entry < 3; entry++, seq += Integer.MAX_VALUE) {
      var huge = new Append(run, seq, Integer.MAX_VALUE, Sample.events("x", 1), null, List.of());
      assertThat(store().commit(List.of(huge))).containsExactly(COMMITTED);
    }

    assertThat(store().tail(run)).map(Entry::lastSeq).contains(seq - 1);
    assertThat(seqs(run, seq - Integer.MAX_VALUE - 1, 10)).containsExactly(seq - Integer.MAX_VALUE);
  }

  @Test
  default void logs_do_not_mix() {
    var one = begin();
    var other = begin();

    store().commit(List.of(Sample.append(one, 2), Sample.append(other, 2, 4, null)));

    assertThat(store().tail(one)).map(Entry::lastSeq).contains(2L);
    assertThat(store().tail(other)).map(Entry::lastSeq).contains(5L);
  }

  @Test
  default void runs_that_have_a_log_are_listed_newest_first_in_pages() {
    var runs = IntStream.range(0, 5).mapToObj(n -> begin()).toList();
    store().commit(List.of(Sample.append(runs.get(3), 2), Sample.append(runs.get(1), 2)));

    assertThat(store().runsInLog(null, 10)).isEqualTo(runs.reversed());
    assertThat(store().runsInLog(null, 2)).containsExactly(runs.get(4), runs.get(3));
    assertThat(store().runsInLog(runs.get(3), 2)).containsExactly(runs.get(2), runs.get(1));
    assertThat(store().runsInLog(runs.get(0), 2)).isEmpty();
  }

  @Test
  default void a_lost_append_leaves_no_trace() {
    var run = begin();
    store().commit(List.of(Sample.append(run, 2)));
    var log = store().read(run, 0, 10);
    var header = store().header(run);

    var late =
        new Append(
            run,
            2,
            3,
            Sample.events("late", 3),
            new HeaderChange.Update(Sample.ended(RunStatus.SUCCEEDED)),
            List.of(new Payload("hash of the loser", "1")));

    assertThat(store().commit(List.of(late))).containsExactly(CONFLICT);
    assertThat(store().read(run, 0, 10)).isEqualTo(log);
    assertThat(store().header(run)).isEqualTo(header);
    assertThat(store().payload("hash of the loser")).isEmpty();
  }

  @Test
  default void the_same_append_twice_is_written_once() {
    var run = begin();
    var append = Sample.append(run, 2, 2, null);

    assertThat(store().commit(List.of(append))).containsExactly(COMMITTED);
    assertThat(store().commit(List.of(append))).containsExactly(CONFLICT);

    assertThat(seqs(run, 0, 10)).containsExactly(1L, 2L);
  }

  @Test
  default void each_append_of_a_batch_has_its_own_outcome() {
    var busy = begin();
    store().commit(List.of(Sample.append(busy, 2)));
    var calm = begin();
    var known = Sample.keyed("known");
    store().commit(List.of(Sample.insert(known)));
    var fresh = Sample.keyed("fresh");
    var sameKey = Sample.keyed("known");
    var sameId = Sample.header(known.id(), "other.v1", 1, null, Sample.pending(null));

    var outcomes =
        store()
            .commit(
                List.of(
                    Sample.append(busy, 2),
                    Sample.insert(fresh),
                    Sample.insert(sameKey),
                    Sample.append(calm, 2),
                    Sample.insert(sameId)));

    assertThat(outcomes).containsExactly(CONFLICT, COMMITTED, DUPLICATE, COMMITTED, DUPLICATE);
    assertThat(store().header(fresh.id())).contains(fresh);
    assertThat(store().header(known.id())).contains(known);
    assertThat(store().header(sameKey.id())).isEmpty();
    assertThat(seqs(sameKey.id(), 0, 10)).isEmpty();
    assertThat(seqs(known.id(), 0, 10)).containsExactly(1L);
    assertThat(seqs(calm, 0, 10)).containsExactly(1L, 2L);
  }

  @Test
  default void a_key_is_taken_from_the_moment_the_batch_reaches_it() {
    var first = Sample.keyed("twice in one batch");
    var later = Sample.keyed("twice in one batch");

    assertThat(store().commit(List.of(Sample.insert(first), Sample.insert(later))))
        .containsExactly(COMMITTED, DUPLICATE);
    assertThat(store().header(later.id())).isEmpty();
  }

  @Test
  default void a_key_stays_taken_when_its_run_has_ended() {
    var run = Sample.keyed("used");
    store().commit(List.of(Sample.insert(run)));
    var end = new HeaderChange.Update(Sample.ended(RunStatus.SUCCEEDED));
    store().commit(List.of(Sample.append(run.id(), 2, 1, end)));

    assertThat(store().commit(List.of(Sample.insert(Sample.keyed("used")))))
        .containsExactly(DUPLICATE);
  }

  @Test
  default void a_refused_insert_leaves_its_key_free() {
    var run = begin();
    var sameId = Sample.header(run, Sample.WORKFLOW, 1, "still free", Sample.pending(null));
    store().commit(List.of(Sample.insert(sameId)));

    assertThat(store().commit(List.of(Sample.insert(Sample.keyed("still free")))))
        .containsExactly(COMMITTED);
  }

  @Test
  default void two_appends_to_one_run_in_a_batch_are_refused_as_a_whole() {
    var run = begin();
    var other = begin();
    var batch = List.of(Sample.append(other, 2), Sample.append(run, 2), Sample.append(run, 3));

    assertThatThrownBy(() -> store().commit(batch)).isInstanceOf(IllegalArgumentException.class);
    assertThat(seqs(run, 0, 10)).containsExactly(1L);
    assertThat(seqs(other, 0, 10)).containsExactly(1L);
  }

  @Test
  default void a_large_batch_keeps_its_order() {
    var runs = IntStream.range(0, 600).mapToObj(n -> Sample.keyed("batch " + n)).toList();
    store().commit(runs.stream().map(Sample::insert).toList());
    store().commit(runs.stream().limit(300).map(run -> Sample.append(run.id(), 2)).toList());

    var outcomes =
        store().commit(runs.reversed().stream().map(run -> Sample.append(run.id(), 2)).toList());

    assertThat(outcomes.subList(0, 300)).containsOnly(COMMITTED);
    assertThat(outcomes.subList(300, 600)).containsOnly(CONFLICT);
  }

  @Test
  default void any_text_survives_in_an_event() {
    var run = begin();
    List<String> written = new ArrayList<>();
    for (var text : Sample.TEXTS) {
      var append = new Append(run, written.size() + 2L, 1, Sample.events(text, 1), null, List.of());
      store().commit(List.of(append));
      written.add(append.events());
    }

    assertThat(store().read(run, 1, 100)).extracting(Entry::events).isEqualTo(written);
  }

  @Test
  default void json_is_kept_letter_for_letter() {
    var run = begin();
    var events =
        "[ {\"b\":1.10, \"a\":12345678901234567890,\t\"a\":1e400,\n\"z\":\"\\u0000\\ud83d\\/\"} ]";
    store().commit(List.of(new Append(run, 2, 1, events, null, List.of())));

    assertThat(store().tail(run)).map(Entry::events).contains(events);
  }

  @Test
  default void entries_of_megabytes_come_back_whole() {
    var run = begin();
    var events = Sample.events("ü😀 x".repeat(700_000), 1);
    store().commit(List.of(new Append(run, 2, 1, events, null, List.of())));

    assertThat(store().tail(run).orElseThrow().events().equals(events)).isTrue();
  }

  private UUID begin() {
    var run = Sample.header(Sample.pending(Sample.START));
    assertThat(store().commit(List.of(Sample.insert(run)))).containsExactly(COMMITTED);
    return run.id();
  }

  private List<Long> seqs(UUID run, long afterSeq, int limit) {
    return store().read(run, afterSeq, limit).stream().map(Entry::seq).toList();
  }
}
