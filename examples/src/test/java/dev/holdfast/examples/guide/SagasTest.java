package dev.holdfast.examples.guide;

import static dev.holdfast.examples.guide.Shop.ORDER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.Retry;
import dev.holdfast.Workflow;
import dev.holdfast.WorkflowContext;
import dev.holdfast.examples.guide.Shop.Order;
import dev.holdfast.testkit.HoldfastExtension;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** docs/guide/sagas.md. */
class SagasTest {

  @RegisterExtension final HoldfastExtension test = HoldfastExtension.inMemory();

  private final Shop shop = new Shop();
  private boolean soldOut;

  // snippet: saga
  String buy(WorkflowContext wf, Order order) {
    wf.step("hold", () -> shop.hold(order), s -> s.compensate(shop::release));
    var payment = wf.step("charge", () -> shop.charge(order), s -> s.compensate(shop::refund));
    wf.step("ship", () -> parcel(order));
    return payment;
  }

  // end of snippet

  private String parcel(Order order) {
    if (soldOut) {
      throw new IllegalStateException("sold out");
    }
    return shop.byPost(order);
  }

  private Workflow<Order, String> register() {
    return test.holdfast().workflow("shop.buy.v1", Order.class, String.class, this::buy);
  }

  @Test
  void what_was_done_is_undone_newest_first() {
    soldOut = true;

    var run = register().start(ORDER);

    assertThatThrownBy(run::join).hasMessageContaining("sold out");
    assertThat(shop.done)
        .containsExactly("hold o-1", "charge o-1", "refund payment-o-1", "release hold-o-1");
  }

  @Test
  void what_was_undone_is_done_again_by_a_retry() {
    soldOut = true;
    var run = register().start(ORDER);
    assertThatThrownBy(run::join).hasMessageContaining("sold out");
    soldOut = false;
    shop.done.clear();

    // snippet: retry
    var second = run.retry(); // a new run, which begins with what the old one had completed
    // end of snippet

    assertThat(second.join()).isEqualTo("payment-o-1");
    assertThat(shop.done).containsExactly("hold o-1", "charge o-1", "post o-1");
  }

  @Test
  void an_undoing_may_be_stubborn() {
    var stubborn =
        test.holdfast()
            .workflow(
                "shop.buy.v2",
                Order.class,
                String.class,
                (wf, order) -> {
                  // snippet: stubborn
                  var day = Retry.attempts(100).delay(Duration.ofMinutes(15)).multiplier(1);
                  wf.step("hold", () -> shop.hold(order), s -> s.compensate(shop::release, day));
                  // end of snippet
                  wf.step("break", () -> shop.failing(10).done.size());
                  throw new IllegalStateException("no");
                });
    var run = stubborn.start(ORDER);

    test.passes(Duration.ofHours(6));

    assertThatThrownBy(run::join).hasMessageContaining("no");
    assertThat(shop.done).containsExactly("hold o-1", "release hold-o-1");
  }
}
