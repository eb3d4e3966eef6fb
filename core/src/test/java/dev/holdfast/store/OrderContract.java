package dev.holdfast.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** Orders, and that one of them has at most one live run. */
interface OrderContract extends StoreUnderTest {

  @Test
  default void an_order_is_read_back() {
    for (var amount : List.of("49.99", "100", "0.01", "1234567890123.5", "-3")) {
      var id = "order-" + amount;
      var order = store().orders().add(id, new BigDecimal(amount), Sample.START);

      assertThat(order.amount()).isEqualTo(new BigDecimal(amount));
      assertThat(order.status()).isEqualTo("pending");
      assertThat(second().orders().find(id)).contains(order);
    }
    assertThat(store().orders().find("nothing")).isEmpty();
  }

  @Test
  default void an_order_moves_only_from_the_status_it_is_in() throws Exception {
    Assumptions.assumeTrue(supportsTransactions());
    var orders = store().orders();
    orders.add("o", BigDecimal.TEN, Sample.START);
    var later = Sample.START.plusSeconds(1);

    store()
        .transact(
            db -> {
              assertThat(orders.move(db, "o", "validated", "charged", later)).isFalse();
              assertThat(orders.move(db, "o", "pending", "validated", later)).isTrue();
              assertThat(orders.find(db, "o").orElseThrow().status()).isEqualTo("validated");
              return Sample.insert(Sample.header(Sample.pending(null)));
            });

    var moved = second().orders().find("o").orElseThrow();
    assertThat(moved.status()).isEqualTo("validated");
    assertThat(moved.updatedAt()).isEqualTo(later);
  }

  @Test
  default void an_order_is_not_moved_by_a_transaction_that_fails() {
    Assumptions.assumeTrue(supportsTransactions());
    var orders = store().orders();
    orders.add("o", BigDecimal.TEN, Sample.START);

    assertThatThrownBy(
            () ->
                store()
                    .transact(
                        db -> {
                          orders.move(db, "o", "pending", "validated", Sample.START);
                          throw new IllegalStateException("no");
                        }))
        .hasMessage("no");

    assertThat(orders.find("o").orElseThrow().status()).isEqualTo("pending");
  }

  @Test
  default void an_order_has_one_live_run() {
    var first = ordered("o", null, Sample.pending(Sample.START));
    var second = ordered("o", null, Sample.pending(Sample.START));
    var other = ordered("p", null, Sample.pending(Sample.START));

    assertThat(commit(first)).isEqualTo(Outcome.COMMITTED);
    assertThat(commit(second)).isEqualTo(Outcome.DUPLICATE);
    assertThat(commit(other)).isEqualTo(Outcome.COMMITTED);
    assertThat(store().read(second.id(), 0, 10)).isEmpty();
    assertThat(second().orders().liveRun("o")).contains(first.id());
    assertThat(second().orders().liveRun("x")).isEmpty();
  }

  @Test
  default void the_next_run_of_an_order_may_begin_when_the_one_before_has_ended() {
    var first = ordered("o", null, Sample.leased("node"));
    var second = ordered("o", null, Sample.pending(Sample.START));
    commit(first);
    var end = new HeaderChange.Update(Sample.ended(RunStatus.FAILED));
    store().commit(List.of(Sample.append(first.id(), 2, 1, end)));

    assertThat(store().orders().liveRun("o")).isEmpty();
    assertThat(commit(second)).isEqualTo(Outcome.COMMITTED);
    assertThat(store().orders().liveRun("o")).contains(second.id());
  }

  @Test
  default void the_children_of_a_run_share_its_order() {
    var parent = ordered("o", null, Sample.pending(Sample.START));
    commit(parent);

    assertThat(commit(ordered("o", parent.id(), Sample.pending(Sample.START))))
        .isEqualTo(Outcome.COMMITTED);
    assertThat(store().orders().liveRun("o")).contains(parent.id());
  }

  @Test
  default void of_many_that_want_an_order_at_once_one_gets_it() throws Exception {
    var handles = List.of(store(), second());

    var outcomes =
        Together.run(
            8,
            n ->
                handles
                    .get(n % 2)
                    .commit(
                        List.of(Sample.insert(ordered("o", null, Sample.pending(Sample.START)))))
                    .getFirst());

    assertThat(outcomes).containsOnlyOnce(Outcome.COMMITTED);
  }

  private Outcome commit(Header header) {
    return store().commit(List.of(Sample.insert(header))).getFirst();
  }

  private static Header ordered(String order, @Nullable UUID parent, HeaderState state) {
    var h = Sample.header(state);
    return new Header(
        h.id(),
        h.workflow(),
        h.input(),
        h.key(),
        h.priority(),
        h.maxAttempts(),
        parent,
        h.parentStep(),
        h.workflowId(),
        order,
        h.namespace(),
        h.createdAt(),
        h.state());
  }
}
