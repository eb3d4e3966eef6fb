package dev.holdfast.store;

import static dev.holdfast.store.Outcome.COMMITTED;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Taking runs that are due, the most urgent first. */
interface ClaimContract extends StoreUnderTest {

  Duration MICRO = Duration.ofNanos(1_000);

  @Test
  default void a_due_run_is_taken_with_an_entry_at_its_tail() {
    var run = insert(Sample.pending(Sample.START));
    store().commit(List.of(Sample.append(run.id(), 2, 3, null)));
    alive("node-1");

    var claimed = store().claim(Sample.claim("node-1", 10));

    assertThat(claimed.runs()).extracting(Header::id).containsExactly(run.id());
    assertThat(store().tail(run.id()))
        .contains(new Entry(run.id(), 5, 1, Sample.claimed("node-1")));
  }

  @Test
  default void what_a_claim_returns_is_what_is_stored() {
    for (int n = 0; n < 5; n++) {
      store().commit(List.of(Sample.insert(Sample.keyed("run " + n))));
    }
    alive("node-1");

    var claimed = store().claim(Sample.claim("node-1", 10)).runs();

    assertThat(claimed).hasSize(5);
    for (var header : claimed) {
      assertThat(store().header(header.id())).contains(header);
      assertThat(second().header(header.id())).contains(header);
    }
  }

  @Test
  default void a_claim_changes_only_what_the_claim_is_about() {
    var before =
        new HeaderState(
            RunStatus.PENDING,
            Sample.START.minusSeconds(60),
            null,
            4,
            "signal approved",
            "Timeout: slow",
            null,
            null,
            null,
            Sample.START.minusSeconds(30));
    var run = insert(before);
    alive("node-1");
    var at = Sample.START.plusSeconds(1);

    var claim = new Claim("node-1", Set.of(Sample.WORKFLOW), null, 1, at, Sample.claimed("node-1"));
    var taken = store().claim(claim).runs();

    var after =
        new HeaderState(
            RunStatus.LEASED,
            before.runAt(),
            "node-1",
            4,
            null,
            "Timeout: slow",
            null,
            at,
            null,
            at);
    assertThat(taken).containsExactly(run.with(after));
  }

  @Test
  default void a_run_that_began_before_keeps_the_time_it_began() {
    var began = Sample.START.minusSeconds(100);
    var run =
        insert(
            new HeaderState(
                RunStatus.PENDING,
                Sample.START,
                null,
                1,
                null,
                null,
                null,
                began,
                null,
                Sample.START));
    alive("node-1");

    store().claim(Sample.claim("node-1", 1));

    assertThat(state(run).startedAt()).isEqualTo(began);
    assertThat(state(run).attempt()).as("parking is no lost lease").isEqualTo(1);
  }

  @Test
  default void the_time_of_a_claim_is_cut_to_the_microsecond() {
    var run = insert(Sample.pending(Sample.START));
    alive("node-1");
    var at = Sample.START.plusNanos(1_999);

    var claim = new Claim("node-1", Set.of(Sample.WORKFLOW), null, 1, at, Sample.claimed("x"));
    var taken = store().claim(claim).runs();

    assertThat(taken).containsExactly(store().header(run.id()).orElseThrow());
    assertThat(state(run).updatedAt()).isEqualTo(Micros.truncate(at));
  }

  @Test
  default void the_most_urgent_run_comes_first() {
    List<Header> expected = new ArrayList<>();
    for (int priority : List.of(Integer.MIN_VALUE, -5, 0, 9, 10, 100, Integer.MAX_VALUE)) {
      for (int late = 3; late >= 1; late--) {
        for (int twin = 0; twin < 2; twin++) {
          expected.add(
              Sample.header(
                  Sample.WORKFLOW, priority, Sample.pending(Sample.START.minusSeconds(late))));
        }
      }
    }
    List<Header> shuffled = new ArrayList<>(expected);
    Collections.shuffle(shuffled, new Random(7));
    store().commit(shuffled.stream().map(Sample::insert).toList());
    alive("node-1");

    List<UUID> taken = new ArrayList<>();
    for (int limit : List.of(1, 5, 20, 100)) {
      taken.addAll(ids(store().claim(Sample.claim("node-1", limit))));
    }

    assertThat(taken).containsExactlyElementsOf(expected.stream().map(Header::id).toList());
  }

  @Test
  default void no_more_than_the_limit_is_taken() {
    for (int n = 0; n < 5; n++) {
      insert(Sample.pending(Sample.START));
    }
    alive("node-1");

    assertThat(store().claim(Sample.claim("node-1", 0)).runs()).isEmpty();
    assertThat(store().claim(Sample.claim("node-1", 3)).runs()).hasSize(3);
    assertThat(store().claim(Sample.claim("node-1", 3)).runs()).hasSize(2);
    assertThat(store().claim(Sample.claim("node-1", 3)).runs()).isEmpty();
  }

  @Test
  default void a_run_is_due_from_its_time_on_and_not_before() {
    var run = insert(Sample.pending(Sample.START.plusSeconds(5)));
    alive("node-1", Duration.ofHours(1));

    clock().advance(Duration.ofSeconds(5).minus(MICRO));
    assertThat(store().claim(Sample.claim("node-1", 10)).runs()).isEmpty();

    clock().advance(MICRO);
    assertThat(ids(store().claim(Sample.claim("node-1", 10)))).containsExactly(run.id());
  }

  @Test
  default void a_run_without_a_time_waits_until_it_has_one() {
    var run = insert(Sample.pending(null));
    alive("node-1", Duration.ofDays(9_000));
    clock().advance(Duration.ofDays(8_000));
    assertThat(store().claim(Sample.claim("node-1", 10)))
        .isEqualTo(new Claimed(List.of(), null, List.of()));

    var wake = new HeaderChange.Update(Sample.pending(store().now()));
    store().commit(List.of(Sample.append(run.id(), 2, 1, wake)));

    assertThat(ids(store().claim(Sample.claim("node-1", 10)))).containsExactly(run.id());
  }

  @Test
  default void a_run_that_has_ended_is_never_taken() {
    for (var status : List.of(RunStatus.SUCCEEDED, RunStatus.FAILED, RunStatus.CANCELLED)) {
      var run = insert(Sample.ended(status));

      assertThat(store().claim(Sample.claim("node-1", 10)).runs()).isEmpty();
      assertThat(store().claim(Sample.only("node-1", run.id())).runs()).isEmpty();
      assertThat(store().tail(run.id())).map(Entry::seq).contains(1L);
    }
  }

  @Test
  default void the_next_due_time_is_the_earliest_that_is_still_to_come() {
    alive("node-1");
    assertThat(nextDue()).isNull();

    insert(Sample.pending(null));
    insert("other.v1", Sample.pending(Sample.START.plusSeconds(1)));
    insert(
        new HeaderState(
            RunStatus.LEASED,
            Sample.START.plusSeconds(2),
            "node-1",
            1,
            null,
            null,
            null,
            null,
            null,
            Sample.START));
    assertThat(nextDue()).isNull();

    insert(Sample.pending(Sample.START.plusSeconds(50)));
    insert(Sample.WORKFLOW, 1_000, Sample.pending(Sample.START.plusSeconds(40)));
    insert(Sample.pending(Sample.START.plusSeconds(60)));
    insert(Sample.pending(Sample.START));
    assertThat(nextDue()).isEqualTo(Sample.START.plusSeconds(40));
  }

  @Test
  default void unknown_workflows_are_left_alone() {
    var names = List.of("pay", "pay.v1", "pay.v10", "pay_v1", "payXv1", "PAY.v1", "p'ay");
    names.forEach(name -> insert(name, Sample.pending(Sample.START)));
    names.forEach(name -> insert(name, Sample.leased("dead")));
    alive("node-1");

    assertThat(store().claim(Sample.claim("node-1", Set.of(), 100)).runs()).isEmpty();
    assertThat(store().claim(Sample.claim("node-1", Set.of("p", "pay.%"), 100)).runs()).isEmpty();
    for (var name : names) {
      assertThat(store().claim(Sample.claim("node-1", Set.of(name), 100)).runs())
          .extracting(Header::workflow)
          .containsExactly(name, name);
    }
  }

  @Test
  default void a_node_may_know_thousands_of_workflows() {
    Set<String> names = new HashSet<>(Sample.TEXTS);
    for (int n = 0; n < 3_000; n++) {
      names.add("workflow-" + n + ".v1");
    }
    insert("workflow-2999.v1", Sample.pending(Sample.START));
    Sample.TEXTS.forEach(text -> insert(text, Sample.pending(Sample.START)));
    alive("node-1");

    assertThat(store().claim(Sample.claim("node-1", names, 100)).runs())
        .hasSize(Sample.TEXTS.size() + 1);
  }

  private Header insert(HeaderState state) {
    return insert(Sample.WORKFLOW, state);
  }

  private Header insert(String workflow, HeaderState state) {
    return insert(workflow, 100, state);
  }

  private Header insert(String workflow, int priority, HeaderState state) {
    var header = Sample.header(workflow, priority, state);
    assertThat(store().commit(List.of(Sample.insert(header)))).containsExactly(COMMITTED);
    return header;
  }

  private void alive(String node) {
    alive(node, Sample.LEASE);
  }

  private void alive(String node, Duration leaseFor) {
    assertThat(store().heartbeat(node, leaseFor)).isTrue();
  }

  private HeaderState state(Header run) {
    return store().header(run.id()).orElseThrow().state();
  }

  private @Nullable Instant nextDue() {
    return store().claim(Sample.claim("node-1", 0)).nextDue();
  }

  private static List<UUID> ids(Claimed claimed) {
    return claimed.runs().stream().map(Header::id).toList();
  }

  @Test
  default void a_node_is_told_once_of_a_run_it_holds_that_somebody_spoke_to() {
    alive("node-1", Duration.ofHours(1));
    alive("node-2", Duration.ofHours(1));
    var run = insert(Sample.pending(Sample.START));
    store().claim(Sample.claim("node-1", 10));

    store().commit(List.of(Sample.append(run.id(), 3, 1, new HeaderChange.Poke())));

    assertThat(store().claim(Sample.claim("node-2", 10)).spokenTo()).isEmpty();
    assertThat(store().claim(Sample.only("node-1", Sample.id())).spokenTo()).isEmpty();
    assertThat(store().claim(Sample.claim("node-1", 10)).spokenTo()).containsExactly(run.id());
    assertThat(store().claim(Sample.claim("node-1", 10)).spokenTo()).isEmpty();
  }

  @Test
  default void a_node_whose_lease_is_over_takes_nothing_not_even_what_it_held() {
    alive("node-1", Duration.ofSeconds(1));
    alive("node-2", Duration.ofHours(1));
    var held = insert(Sample.pending(Sample.START));
    store().claim(Sample.claim("node-1", 10));
    store().commit(List.of(Sample.append(held.id(), 3, 1, new HeaderChange.Poke())));
    var due = insert(Sample.pending(Sample.START));
    clock().advance(Duration.ofSeconds(2));

    assertThat(store().claim(Sample.claim("node-1", 10)).runs()).isEmpty();
    assertThat(store().claim(Sample.only("node-1", due.id())).runs()).isEmpty();
    var overdue = Sample.claim("node-1", 10).dueBefore(clock().instant());
    assertThat(store().claim(overdue).runs()).isEmpty();

    assertThat(store().tail(held.id())).map(Entry::lastSeq).contains(3L);
    assertThat(ids(store().claim(Sample.claim("node-2", 10))))
        .containsExactlyInAnyOrder(held.id(), due.id());
  }
}
