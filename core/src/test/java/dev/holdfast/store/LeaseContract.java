package dev.holdfast.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which nodes are alive. */
interface LeaseContract extends StoreUnderTest {

  @Test
  default void the_first_heartbeat_registers_the_node() {
    assertThat(store().nodes()).isEmpty();

    assertThat(store().heartbeat("node-1", Sample.LEASE)).isTrue();

    assertThat(store().nodes())
        .containsExactly(
            new NodeLease("node-1", Sample.START, Sample.START.plus(Sample.LEASE), true));
  }

  @Test
  default void a_heartbeat_extends_the_lease_from_now() {
    store().heartbeat("node-1", Sample.LEASE);
    for (int beat = 1; beat <= 5; beat++) {
      clock().advance(Duration.ofSeconds(9));
      assertThat(store().heartbeat("node-1", Sample.LEASE)).isTrue();
    }

    assertThat(store().nodes())
        .containsExactly(
            new NodeLease("node-1", Sample.START, clock().instant().plus(Sample.LEASE), true));
  }

  @Test
  default void a_node_lives_up_to_the_end_of_its_lease() {
    store().heartbeat("node-1", Sample.LEASE);

    clock().advance(Sample.LEASE.minusNanos(1_000));

    assertThat(live("node-1")).isTrue();
    assertThat(store().heartbeat("node-1", Sample.LEASE)).isTrue();
  }

  @Test
  default void a_lease_is_over_at_the_moment_it_ends() {
    store().heartbeat("node-1", Sample.LEASE);

    clock().advance(Sample.LEASE);

    assertThat(live("node-1")).isFalse();
    assertThat(store().heartbeat("node-1", Sample.LEASE)).isFalse();
  }

  @Test
  default void a_node_that_was_given_up_is_never_revived() {
    store().heartbeat("node-1", Sample.LEASE);
    clock().advance(Sample.LEASE.plusSeconds(1));

    for (int beat = 0; beat < 3; beat++) {
      assertThat(store().heartbeat("node-1", Sample.LEASE)).isFalse();
      assertThat(live("node-1")).isFalse();
      clock().advance(Duration.ofMinutes(1));
    }
  }

  @Test
  default void a_node_that_has_left_is_not_alive_and_does_not_return() {
    store().heartbeat("node-1", Sample.LEASE);

    store().leave("node-1");
    store().leave("node-1");

    assertThat(live("node-1")).isFalse();
    assertThat(store().heartbeat("node-1", Sample.LEASE)).isFalse();
    assertThat(live("node-1")).isFalse();
  }

  @Test
  default void leaving_is_nothing_to_a_node_that_never_came() {
    store().heartbeat("node-1", Sample.LEASE);

    store().leave("stranger");

    assertThat(live("node-1")).isTrue();
  }

  @Test
  default void nodes_do_not_share_their_fate() {
    store().heartbeat("node-1", Sample.LEASE);
    store().heartbeat("node-2", Sample.LEASE);
    store().heartbeat("node-3", Sample.LEASE.multipliedBy(3));
    store().leave("node-2");
    clock().advance(Sample.LEASE);

    assertThat(live("node-1")).isFalse();
    assertThat(live("node-2")).isFalse();
    assertThat(live("node-3")).isTrue();
    assertThat(store().heartbeat("node-4", Sample.LEASE)).isTrue();
    assertThat(store().nodes())
        .extracting(NodeLease::node)
        .contains("node-3", "node-4")
        .doesNotHaveDuplicates();
  }

  @Test
  default void any_text_can_name_a_node() {
    for (var text : Sample.TEXTS) {
      assertThat(store().heartbeat("node " + text, Sample.LEASE)).isTrue();
      assertThat(live("node " + text)).isTrue();
    }
  }

  @Test
  default void another_handle_sees_the_nodes() {
    store().heartbeat("node-1", Sample.LEASE);

    assertThat(second().nodes()).isEqualTo(store().nodes()).hasSize(1);
  }

  @Test
  default void the_store_tells_the_time_by_its_clock() {
    assertThat(store().now()).isEqualTo(Sample.START);

    clock().advance(Duration.ofDays(400));

    assertThat(store().now()).isEqualTo(Sample.START.plus(Duration.ofDays(400)));
  }

  @Test
  default void the_time_of_the_store_survives_being_stored() {
    clock().advance(Duration.ofNanos(123_456_789));
    Instant now = store().now();
    var header = Sample.header(Sample.pending(now));
    store().commit(List.of(Sample.insert(header)));

    assertThat(store().header(header.id()).orElseThrow().state().runAt()).isEqualTo(now);
  }

  @Test
  default void statements_are_counted() {
    long before = store().statements();

    store().commit(List.of(Sample.insert(Sample.header(Sample.pending(null)))));

    assertThat(store().statements()).isGreaterThan(before);
    assertThat(store().lanes()).isPositive();
  }

  private boolean live(String node) {
    return store().nodes().stream().anyMatch(lease -> lease.node().equals(node) && lease.live());
  }
}
