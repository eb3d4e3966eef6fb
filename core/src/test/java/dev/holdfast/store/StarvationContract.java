package dev.holdfast.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Claims beside the usual order. */
interface StarvationContract extends StoreUnderTest {

  @Test
  default void what_has_been_due_longest_is_taken_whatever_its_priority() {
    alive();
    var start = Sample.START;
    var older = due(900, 0);
    var old = due(500, 10);
    var urgent = due(1, 20);
    clock().advance(Duration.ofSeconds(100));

    var claimed = store().claim(Sample.claim("n", 9).dueBefore(start.plusSeconds(10)));

    assertThat(ids(claimed)).containsExactly(older, old);
    assertThat(claimed.nextDue()).isNull();
    assertThat(ids(store().claim(Sample.claim("n", 9)))).containsExactly(urgent);
    assertThat(store().header(older).orElseThrow().state().leasedBy()).isEqualTo("n");
  }

  @Test
  default void no_more_are_taken_than_asked_for_the_longest_due_first() {
    alive();
    var first = due(100, 0);
    var second = due(1, 1);
    var third = due(100, 2);
    clock().advance(Duration.ofSeconds(100));
    var claim = Sample.claim("n", 2).dueBefore(Sample.START.plusSeconds(50));

    assertThat(ids(store().claim(claim))).containsExactlyInAnyOrder(first, second);
    assertThat(ids(store().claim(claim))).containsExactly(third);
    assertThat(ids(store().claim(claim))).isEmpty();
  }

  @Test
  default void what_is_not_due_yet_is_not_taken_whoever_asks() {
    due(100, 50);
    clock().advance(Duration.ofSeconds(10));

    assertThat(ids(store().claim(Sample.claim("n", 9).dueBefore(Sample.START.plusSeconds(90)))))
        .isEmpty();
  }

  @Test
  default void a_node_may_leave_the_runs_of_dead_ones_alone() {
    alive();
    var lost = Sample.header(Sample.leased("dead"));
    store().commit(List.of(Sample.insert(lost)));
    var pending = due(100, 0);
    var usual = Sample.claim("n", 9);
    var modest =
        new Claim("n", Set.of(Sample.WORKFLOW), null, 9, usual.at(), usual.events(), false, null);

    assertThat(ids(store().claim(modest))).containsExactly(pending);
    assertThat(ids(store().claim(usual))).containsExactly(lost.id());
  }

  private void alive() {
    store().heartbeat("n", Duration.ofHours(1));
  }

  private UUID due(int priority, int seconds) {
    var state = Sample.pending(Sample.START.plusSeconds(seconds));
    var header = Sample.header(Sample.WORKFLOW, priority, state);
    store().commit(List.of(Sample.insert(header)));
    return header.id();
  }

  private static List<UUID> ids(Claimed claimed) {
    return claimed.runs().stream().map(Header::id).toList();
  }
}
