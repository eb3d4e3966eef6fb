package dev.holdfast.examples.guide;

import static dev.holdfast.examples.guide.Shop.ORDER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.ChildFailedException;
import dev.holdfast.Workflow;
import dev.holdfast.examples.guide.Shop.Order;
import dev.holdfast.testkit.HoldfastExtension;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** docs/guide/children.md. */
class ChildrenTest {

  record Invoice(String order, String payment) {}

  @RegisterExtension final HoldfastExtension test = HoldfastExtension.inMemory();

  private final Shop shop = new Shop();

  private Workflow<Order, Invoice> register() {
    // snippet: child
    var invoicing =
        test.holdfast()
            .workflow(
                "shop.invoice.v1",
                Order.class,
                Invoice.class,
                (wf, order) ->
                    new Invoice(order.id(), wf.step("charge", () -> shop.charge(order))));
    // end of snippet
    return invoicing;
  }

  @BeforeEach
  void fresh() {
    shop.done.clear();
  }

  @Test
  void a_called_workflow_gives_its_result() {
    var invoicing = register();
    var result =
        test.holdfast()
            .run(
                "caller",
                wf -> {
                  var order = ORDER;
                  // snippet: call
                  Invoice invoice = wf.call(invoicing, order); // waits for its result
                  // end of snippet
                  return invoice.payment();
                });

    assertThat(result).isEqualTo("payment-o-1");
  }

  @Test
  void a_started_workflow_lives_its_own_life() {
    var invoicing = register();
    test.holdfast()
        .execute(
            "starter",
            wf -> {
              var order = ORDER;
              // snippet: start
              wf.start(invoicing, order, o -> o.key("invoice-" + order.id())); // does not wait
              // end of snippet
            });
    test.settle();

    assertThat(invoicing.find("invoice-o-1").orElseThrow().join().order()).isEqualTo("o-1");
  }

  @Test
  void a_caller_may_do_without_what_has_failed() {
    var invoicing = register();
    shop.failing(1);

    var way =
        test.holdfast()
            .run(
                "without",
                wf -> {
                  var order = ORDER;
                  // snippet: failed
                  String payment;
                  try {
                    payment = wf.call(invoicing, order).payment();
                  } catch (ChildFailedException e) {
                    payment = wf.step("by-hand", () -> shop.byPost(order));
                  }
                  // end of snippet
                  return payment;
                });

    assertThat(way).isEqualTo("post");
  }

  @Test
  void several_are_called_side_by_side() {
    var invoicing = register();
    var payments =
        test.holdfast()
            .run(
                "several",
                wf -> {
                  var first = ORDER;
                  var second = new Order("o-2", "bob", ORDER.items(), 100);
                  // snippet: side-by-side
                  var one = wf.branch("first", b -> b.call(invoicing, first));
                  var two = wf.branch("second", b -> b.call(invoicing, second));
                  wf.all(one, two);
                  // end of snippet
                  return one.join().payment() + " " + two.join().payment();
                });

    assertThat(payments).isEqualTo("payment-o-1 payment-o-2");
  }
}
