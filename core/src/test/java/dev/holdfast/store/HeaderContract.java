package dev.holdfast.store;

import static dev.holdfast.store.Outcome.COMMITTED;
import static dev.holdfast.store.Outcome.CONFLICT;
import static dev.holdfast.store.Outcome.DUPLICATE;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The columns of headers, and the large values beside them. */
interface HeaderContract extends StoreUnderTest {

  @Test
  default void every_column_comes_back() {
    var full = Sample.full(Sample.id(), "text");
    var empty = Sample.header(Sample.pending(null));

    store().commit(List.of(Sample.insert(full), Sample.insert(empty)));

    assertThat(store().header(full.id())).contains(full);
    assertThat(store().header(empty.id())).contains(empty);
  }

  @Test
  default void any_text_survives_in_any_column() {
    for (var text : Sample.TEXTS) {
      var header = Sample.full(Sample.id(), text);
      store().commit(List.of(Sample.insert(header)));

      assertThat(store().header(header.id())).contains(header);
      assertThat(store().find(RunQuery.byKey("key " + text))).containsExactly(header);
    }
  }

  @Test
  default void an_empty_text_is_not_a_missing_one() {
    var header =
        new Header(
            Sample.id(),
            "",
            "\"\"",
            "",
            0,
            0,
            null,
            "",
            null,
            "",
            "",
            Sample.START,
            new HeaderState(
                RunStatus.PENDING, null, "", 0, "", "", "\"\"", null, null, Sample.START));
    store().commit(List.of(Sample.insert(header)));

    assertThat(store().header(header.id())).contains(header);
  }

  @Test
  default void input_and_result_are_kept_letter_for_letter() {
    var json = "{\"b\": 1.10,  \"a\":12345678901234567890, \"a\":\"\\u0000\\u00e9\",\n\"c\":[ ]}";
    var full = Sample.full(Sample.id(), "text");
    var state = full.state();
    var header =
        new Header(
            full.id(),
            full.workflow(),
            json,
            full.key(),
            full.priority(),
            full.maxAttempts(),
            full.parentRun(),
            full.parentStep(),
            full.workflowId(),
            full.orderId(),
            full.namespace(),
            full.createdAt(),
            new HeaderState(
                RunStatus.SUCCEEDED,
                state.runAt(),
                null,
                state.attempt(),
                null,
                null,
                json,
                state.startedAt(),
                state.finishedAt(),
                state.updatedAt()));
    store().commit(List.of(Sample.insert(header)));

    assertThat(store().header(header.id())).contains(header);
  }

  @Test
  default void input_and_result_may_be_large() {
    var json = Sample.json("ü😀 x".repeat(300_000));
    var header = Sample.full(Sample.id(), "x".repeat(1_000_000));
    header =
        new Header(
            header.id(),
            header.workflow(),
            json,
            "short",
            header.priority(),
            header.maxAttempts(),
            null,
            null,
            null,
            header.orderId(),
            header.namespace(),
            header.createdAt(),
            header.state());
    store().commit(List.of(Sample.insert(header)));

    assertThat(store().header(header.id()).equals(Optional.of(header))).isTrue();
  }

  @Test
  default void times_are_exact_to_the_microsecond_in_any_year() {
    var times =
        List.of(
            "0001-01-01T00:00:00Z",
            "0099-12-31T23:59:59.999999Z",
            "1582-10-10T12:00:00.000001Z",
            "1900-01-01T00:00:00.5Z",
            "1969-12-31T23:59:59.999999Z",
            "1970-01-01T00:00:00Z",
            "2026-03-29T01:30:00.123456Z",
            "2038-01-19T03:14:08Z",
            "9999-12-31T23:59:59.999999Z");
    for (var time : times) {
      var header = allTimes(Instant.parse(time));
      store().commit(List.of(Sample.insert(header)));

      assertThat(store().header(header.id())).contains(header);
    }
  }

  @Test
  default void times_are_cut_to_the_microsecond_never_rounded_up() {
    for (var time : List.of("2026-01-01T00:00:00.999999999Z", "1969-12-31T23:59:59.9999995Z")) {
      var header = allTimes(Instant.parse(time));
      store().commit(List.of(Sample.insert(header)));

      var expected = allTimes(Micros.truncate(Instant.parse(time)));
      var stored = store().header(header.id()).orElseThrow();
      assertThat(stored.createdAt()).isEqualTo(expected.createdAt());
      assertThat(stored.state()).isEqualTo(expected.state());
    }
  }

  @Test
  default void numbers_use_their_whole_range() {
    for (int number : List.of(Integer.MIN_VALUE, -1, 0, 1, Integer.MAX_VALUE)) {
      var header =
          new Header(
              Sample.id(),
              "w",
              null,
              null,
              number,
              number,
              null,
              null,
              null,
              null,
              "n",
              Sample.START,
              new HeaderState(
                  RunStatus.PENDING,
                  null,
                  null,
                  number,
                  null,
                  null,
                  null,
                  null,
                  null,
                  Sample.START));
      store().commit(List.of(Sample.insert(header)));

      assertThat(store().header(header.id())).contains(header);
    }
  }

  @Test
  default void every_status_comes_back() {
    for (var status : RunStatus.values()) {
      var header = Sample.header(Sample.in(status));
      store().commit(List.of(Sample.insert(header)));

      assertThat(store().header(header.id())).contains(header);
    }
  }

  @Test
  default void an_update_replaces_the_whole_state_and_nothing_else() {
    var header = Sample.full(Sample.id(), "first");
    store().commit(List.of(Sample.insert(header)));
    var states =
        List.of(
            Sample.pending(null), Sample.fullState("second"), Sample.leased("n"), header.state());
    long seq = 2;
    for (var state : states) {
      var update = new HeaderChange.Update(state);
      store().commit(List.of(Sample.append(header.id(), seq++, 1, update)));

      assertThat(store().header(header.id())).contains(header.with(state));
    }
  }

  @Test
  default void an_update_comes_only_with_its_entry() {
    var header = Sample.header(Sample.pending(Sample.START));
    store().commit(List.of(Sample.insert(header)));
    var update = new HeaderChange.Update(Sample.leased("late"));

    var late = Sample.append(header.id(), 1, 1, update);
    assertThat(store().commit(List.of(late))).containsExactly(CONFLICT);
    assertThat(store().header(header.id())).contains(header);
  }

  @Test
  default void an_entry_alone_leaves_the_header() {
    var header = Sample.full(Sample.id(), "text");
    store().commit(List.of(Sample.insert(header)));

    store().commit(List.of(Sample.append(header.id(), 2)));

    assertThat(store().header(header.id())).contains(header);
  }

  @Test
  default void a_poke_writes_its_entry_and_leaves_the_header() {
    var header = Sample.header(Sample.leased("holder"));
    store().commit(List.of(Sample.insert(header)));

    var poke = Sample.append(header.id(), 2, 1, new HeaderChange.Poke());
    assertThat(store().commit(List.of(poke))).containsExactly(COMMITTED);

    assertThat(store().header(header.id())).contains(header);
    assertThat(store().tail(header.id())).map(Entry::seq).contains(2L);
  }

  @Test
  default void a_poke_that_lost_its_seq_is_a_conflict() {
    var header = Sample.header(Sample.leased("holder"));
    store().commit(List.of(Sample.insert(header)));
    store().commit(List.of(Sample.append(header.id(), 2)));

    var poke = Sample.append(header.id(), 2, 1, new HeaderChange.Poke());
    assertThat(store().commit(List.of(poke))).containsExactly(CONFLICT);
  }

  @Test
  default void rewriting_overwrites_and_recreates_headers() {
    var damaged = Sample.full(Sample.id(), "damaged");
    store().commit(List.of(Sample.insert(damaged)));
    var update = new HeaderChange.Update(Sample.pending(Sample.START));
    store().commit(List.of(Sample.append(damaged.id(), 2, 1, update)));
    var log = store().read(damaged.id(), 0, 10);
    var missing = Sample.full(Sample.id(), "missing");

    store().rewrite(List.of(damaged, missing));

    assertThat(store().header(damaged.id())).contains(damaged);
    assertThat(store().header(missing.id())).contains(missing);
    assertThat(store().read(damaged.id(), 0, 10)).isEqualTo(log);
    assertThat(store().commit(List.of(Sample.insert(Sample.keyed("key missing")))))
        .containsExactly(DUPLICATE);
  }

  @Test
  default void thousands_of_headers_are_rewritten_at_once() {
    var headers =
        IntStream.range(0, 2_000).mapToObj(n -> Sample.full(Sample.id(), "n" + n)).toList();

    store().rewrite(List.of());
    store().rewrite(headers);

    assertThat(store().find(RunQuery.all(5_000))).isEqualTo(headers.reversed());
  }

  @Test
  default void payloads_are_found_by_their_hash() {
    var header = Sample.header(Sample.pending(null));
    var large = new Payload("a".repeat(64), Sample.json("ü😀 x".repeat(700_000)));
    var small = new Payload("b".repeat(64), "null");
    store().commit(List.of(Sample.insert(header)));

    assertThat(store().commit(List.of(with(header, 2, large, small)))).containsExactly(COMMITTED);

    assertThat(store().payload(large.hash()).equals(Optional.of(large))).isTrue();
    assertThat(store().payload(small.hash())).contains(small);
    assertThat(store().payload("c".repeat(64))).isEmpty();
  }

  @Test
  default void a_payload_may_be_stored_again() {
    var one = Sample.header(Sample.pending(null));
    var other = Sample.header(Sample.pending(null));
    var payload = new Payload("d".repeat(64), "{\"x\":1}");
    store().commit(List.of(Sample.insert(one), Sample.insert(other)));

    var both = List.of(with(one, 2, payload, payload), with(other, 2, payload));
    assertThat(store().commit(both)).containsExactly(COMMITTED, COMMITTED);
    assertThat(store().commit(List.of(with(one, 3, payload)))).containsExactly(COMMITTED);

    assertThat(store().payload(payload.hash())).contains(payload);
  }

  private static Append with(Header header, long seq, Payload... payloads) {
    return new Append(header.id(), seq, 1, Sample.events("x", 1), null, List.of(payloads));
  }

  private static Header allTimes(Instant time) {
    var state =
        new HeaderState(RunStatus.PENDING, time, null, 1, null, null, null, time, time, time);
    return new Header(Sample.id(), "w", null, null, 1, 1, null, null, null, null, "n", time, state);
  }
}
