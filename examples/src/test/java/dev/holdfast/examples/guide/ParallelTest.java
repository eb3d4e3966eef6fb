package dev.holdfast.examples.guide;

import static dev.holdfast.examples.guide.Shop.ORDER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.StepFailedException;
import dev.holdfast.examples.guide.Shop.Item;
import dev.holdfast.examples.guide.Shop.Label;
import dev.holdfast.testkit.HoldfastExtension;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** docs/guide/parallel.md. */
class ParallelTest {

  @RegisterExtension final HoldfastExtension test = HoldfastExtension.inMemory();

  private final Shop shop = new Shop();

  @Test
  void steps_run_beside_each_other() {
    var order = ORDER;
    test.holdfast()
        .execute(
            "parallel",
            wf -> {
              // snippet: async
              var mail = wf.async("mail", () -> shop.confirm(order));
              var label = wf.async("label", () -> shop.label(order.items().getFirst()));
              wf.all(mail, label);
              wf.step("ship", () -> shop.ship(mail.join(), label.join().code()));
              // end of snippet
            });

    assertThat(shop.done).containsExactlyInAnyOrder("mail o-1", "label pen", "ship");
    assertThat(shop.done).endsWith("ship");
  }

  @Test
  void a_branch_has_steps_of_its_own() {
    var order = ORDER;
    test.holdfast()
        .execute(
            "branch",
            wf -> {
              // snippet: branch
              var stock =
                  wf.branch(
                      "stock",
                      b -> {
                        var shelf = b.step("find", () -> shop.find(order));
                        return b.step("reserve", () -> shop.reserve(shelf));
                      });
              // end of snippet
              assertThat(stock.join()).isEqualTo("reserved-shelf-7");
            });

    var run = test.holdfast().engine().byKey("branch").orElseThrow();
    assertThat(test.holdfast().engine().state(run.id()).steps())
        .containsKeys("stock/find", "stock/reserve");
  }

  @Test
  void a_map_gives_each_item_a_scope() {
    var order = ORDER;
    test.holdfast()
        .execute(
            "map",
            wf -> {
              // snippet: map
              List<Label> labels =
                  wf.map(
                      "label",
                      order.items(),
                      Item::sku,
                      (b, item) -> b.step("print", () -> shop.label(item)),
                      m -> m.concurrency(4));
              // end of snippet
              assertThat(labels).extracting(Label::code).containsExactly("L-pen", "L-ink");
            });
  }

  @Test
  void a_race_has_one_winner() {
    var order = ORDER;
    test.holdfast()
        .execute(
            "race",
            wf -> {
              // snippet: race
              var courier = wf.async("courier", () -> shop.byCourier(order));
              var post = wf.async("post", () -> shop.byPost(order));
              String first = wf.race(courier, post);
              // end of snippet
              assertThat(first).isIn("courier", "post");
            });
  }

  @Test
  void the_first_failure_is_thrown() {
    shop.failing(1);

    assertThatThrownBy(
            () ->
                test.holdfast()
                    .execute(
                        "failing",
                        wf -> {
                          var mail = wf.async("mail", () -> shop.confirm(ORDER));
                          // snippet: failure
                          try {
                            wf.all(mail);
                          } catch (StepFailedException e) {
                            wf.step("apologise", () -> shop.byPost(ORDER));
                            throw e;
                          }
                          // end of snippet
                        }))
        .hasMessageContaining("no answer");
    assertThat(shop.done).containsExactly("post o-1");
  }
}
