package dev.holdfast.store;

import static dev.holdfast.store.Outcome.COMMITTED;
import static dev.holdfast.store.Outcome.CONFLICT;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Taking runs that a dead node left behind, and asking for one run. */
interface LostRunContract extends StoreUnderTest {

  @Test
  default void a_run_of_a_living_node_is_never_taken() {
    var run = insert(Sample.leased("node-1"));
    alive("node-1");
    alive("node-2");
    clock().advance(Sample.LEASE.minus(Duration.ofNanos(1_000)));

    for (var node : List.of("node-1", "node-2")) {
      assertThat(store().claim(Sample.claim(node, 10)).runs()).isEmpty();
      assertThat(store().claim(Sample.only(node, run.id())).runs()).isEmpty();
    }
    assertThat(store().tail(run.id())).map(Entry::seq).contains(1L);
  }

  @Test
  default void a_run_whose_node_stopped_beating_is_taken_and_counted() {
    var run = insert(Sample.leased("node-1"));
    alive("node-1");
    clock().advance(Sample.LEASE);
    alive("node-2");

    var taken = second().claim(Sample.claim("node-2", 10)).runs();

    assertThat(taken).containsExactly(store().header(run.id()).orElseThrow());
    assertThat(state(run).attempt()).isEqualTo(2);
    assertThat(state(run).leasedBy()).isEqualTo("node-2");
    assertThat(store().claim(Sample.claim("node-2", 10)).runs()).isEmpty();
  }

  @Test
  default void a_run_whose_node_has_left_is_taken_at_once() {
    var run = insert(Sample.leased("node-1"));
    alive("node-1");
    store().leave("node-1");

    assertThat(ids(store().claim(Sample.claim("node-2", 10)))).containsExactly(run.id());
  }

  @Test
  default void a_run_of_a_node_that_nobody_knows_is_taken() {
    var run = insert(Sample.leased("never heard of"));

    assertThat(ids(store().claim(Sample.claim("node-2", 10)))).containsExactly(run.id());
  }

  @Test
  default void lost_and_due_runs_are_taken_in_one_order_so_that_neither_starves() {
    var late = insert(9, Sample.pending(Sample.START));
    var lost = insert(5, Sample.leased("dead"));
    var urgent = insert(1, Sample.pending(Sample.START));
    alive("node-1");

    assertThat(ids(store().claim(Sample.claim("node-1", 1)))).containsExactly(urgent.id());
    assertThat(ids(store().claim(Sample.claim("node-1", 1)))).containsExactly(lost.id());
    assertThat(ids(store().claim(Sample.claim("node-1", 1)))).containsExactly(late.id());
  }

  @Test
  default void the_most_urgent_lost_run_comes_first_whoever_lost_it() {
    var late = insert(9, Sample.leased("dead-a"));
    var urgent = insert(1, Sample.leased("dead-b"));
    var later = insert(9, Sample.leased("dead-a"));
    alive("node-1");

    assertThat(ids(store().claim(Sample.claim("node-1", 10))))
        .containsExactly(urgent.id(), late.id(), later.id());
  }

  @Test
  default void a_lost_run_that_was_due_comes_before_one_that_waited_for_somebody() {
    var waited = insert(Sample.pending(null));
    var due = insert(Sample.pending(Sample.START));
    alive("node-0");
    store().claim(Sample.only("node-0", waited.id()));
    store().claim(Sample.only("node-0", due.id()));
    store().leave("node-0");
    alive("node-1");

    assertThat(ids(store().claim(Sample.claim("node-1", 1)))).containsExactly(due.id());
    assertThat(ids(store().claim(Sample.claim("node-1", 1)))).containsExactly(waited.id());
  }

  @Test
  default void every_lost_lease_counts() {
    var run = insert(Sample.leased("node-0"));
    for (int n = 1; n <= 5; n++) {
      store().leave("node-" + (n - 1));
      alive("node-" + n);
      store().claim(Sample.claim("node-" + n, 1));
    }

    assertThat(state(run).attempt()).isEqualTo(6);
    assertThat(store().tail(run.id())).map(Entry::lastSeq).contains(6L);
  }

  @Test
  default void the_old_owner_collides_at_its_next_append() {
    var run = insert(Sample.leased("node-1"));
    store().claim(Sample.claim("node-2", 1));

    var done = new HeaderChange.Update(Sample.ended(RunStatus.SUCCEEDED));
    var zombie = Sample.append(run.id(), 2, 1, done);
    assertThat(second().commit(List.of(zombie))).containsExactly(CONFLICT);

    assertThat(state(run).leasedBy()).isEqualTo("node-2");
    assertThat(store().commit(List.of(Sample.append(run.id(), 3, 1, done))))
        .containsExactly(COMMITTED);
  }

  @Test
  default void one_run_can_be_asked_for_whether_due_or_not() {
    insert(Sample.pending(Sample.START));
    var later = insert(Sample.pending(Sample.START.plusSeconds(1_000)));
    var waiting = insert(Sample.pending(null));
    var lost = insert(Sample.leased("dead"));
    alive("node-1");

    for (var run : List.of(later, waiting, lost)) {
      var taken = store().claim(Sample.only("node-1", run.id())).runs();
      assertThat(taken).containsExactly(store().header(run.id()).orElseThrow());
      assertThat(taken.getFirst().state().runAt()).isEqualTo(run.state().runAt());
      assertThat(store().claim(Sample.only("node-1", run.id())).runs()).isEmpty();
    }
    assertThat(state(lost).attempt()).isEqualTo(2);
    assertThat(store().claim(Sample.claim("node-1", 10)).runs()).hasSize(1);
  }

  @Test
  default void a_run_that_does_not_exist_cannot_be_asked_for() {
    insert(Sample.pending(Sample.START));

    assertThat(store().claim(Sample.only("node-1", Sample.id())).runs()).isEmpty();
  }

  private Header insert(HeaderState state) {
    return insert(100, state);
  }

  private Header insert(int priority, HeaderState state) {
    var header = Sample.header(Sample.WORKFLOW, priority, state);
    assertThat(store().commit(List.of(Sample.insert(header)))).containsExactly(COMMITTED);
    return header;
  }

  private void alive(String node) {
    assertThat(store().heartbeat(node, Sample.LEASE)).isTrue();
  }

  private HeaderState state(Header run) {
    return store().header(run.id()).orElseThrow().state();
  }

  private static List<UUID> ids(Claimed claimed) {
    return claimed.runs().stream().map(Header::id).toList();
  }
}
