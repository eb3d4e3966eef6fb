package dev.holdfast.examples.guide;

import static dev.holdfast.examples.guide.Shop.ORDER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Holdfast;
import dev.holdfast.LogLevel;
import dev.holdfast.Type;
import dev.holdfast.WorkflowContext;
import dev.holdfast.examples.guide.Shop.Order;
import dev.holdfast.examples.guide.Shop.Receipt;
import dev.holdfast.testkit.HoldfastExtension;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** docs/guide/steps.md. */
class StepsTest {

  @RegisterExtension final HoldfastExtension test = HoldfastExtension.inMemory();

  @TempDir Path folder;

  private final Shop shop = new Shop();
  private final List<String> welcomed = new ArrayList<>();

  @Test
  void an_id_that_is_run_again_executes_nothing_twice() {
    var path = folder.resolve("app.db").toString();

    onboard(path);
    onboard(path);

    assertThat(shop.done).containsExactly("create ada", "mailbox user-ada");
    assertThat(welcomed).containsOnly("user-ada@example.org").hasSize(2);
  }

  private void onboard(String path) {
    // snippet: run
    try (var holdfast = Holdfast.open(path)) {
      String mailbox =
          holdfast.run(
              "onboard-ada",
              wf -> {
                var user = wf.step("create-user", () -> shop.createUser("ada"));
                return wf.step("create-mailbox", () -> shop.createMailbox(user));
              });
      welcome(mailbox);
    }
    // end of snippet
  }

  private void welcome(String mailbox) {
    welcomed.add(mailbox);
  }

  @Test
  void a_registered_workflow_is_started_with_a_key() {
    var holdfast = test.holdfast();
    var order = ORDER;
    // snippet: workflow
    var pay = holdfast.workflow("shop.pay.v1", Order.class, Receipt.class, this::pay);
    holdfast.start(); // claims what is due, and what a crash has left behind
    var run = pay.start(order, o -> o.key("pay-" + order.id())); // durable when this returns
    Receipt receipt = run.join();
    // end of snippet

    assertThat(receipt).isEqualTo(new Receipt("o-1", "payment-o-1"));
    assertThat(pay.start(order, o -> o.key("pay-o-1")).id()).isEqualTo(run.id());
  }

  // snippet: body
  Receipt pay(WorkflowContext wf, Order order) {
    var payment = wf.step("charge", () -> shop.charge(order));
    return new Receipt(order.id(), payment);
  }

  // end of snippet

  @Test
  void time_chance_and_ids_are_the_same_again() {
    test.holdfast()
        .execute(
            "same",
            wf -> {
              // snippet: same
              Instant now = wf.now();
              boolean lucky = wf.random().nextBoolean();
              UUID reference = wf.uuid();
              // end of snippet
              assertThat(now).isEqualTo(test.clock().now());
              assertThat(reference.version()).isEqualTo(8);
              assertThat(lucky).isIn(true, false);
            });
  }

  @Test
  void a_loop_needs_no_names_of_its_own() {
    var order = ORDER;
    test.holdfast()
        .execute(
            "loop",
            wf -> {
              // snippet: loop
              for (var item : order.items()) {
                wf.step("process", () -> shop.pick(item));
              }
              // end of snippet
            });

    var run = test.holdfast().engine().byKey("loop").orElseThrow();
    assertThat(test.holdfast().engine().state(run.id()).steps())
        .containsOnlyKeys("process", "process#2");
  }

  @Test
  void a_step_knows_its_attempt() {
    var order = ORDER;
    test.holdfast()
        .execute(
            "attempt",
            wf -> {
              // snippet: attempt
              wf.step("charge", ctx -> shop.charge(order, ctx.stepKey()));
              // end of snippet
            });

    assertThat(shop.done).singleElement().asString().matches("charge o-1 [0-9a-f-]{36}");
  }

  @Test
  void a_step_goes_on_from_its_checkpoint() {
    int pages = 3;
    test.holdfast()
        .execute(
            "import",
            wf -> {
              // snippet: checkpoint
              wf.step(
                  "import",
                  ctx -> {
                    int from = ctx.lastCheckpoint(Integer.class).orElse(0);
                    for (int page = from; page < pages; page++) {
                      shop.load(page);
                      ctx.checkpoint(page + 1); // durable when it returns
                      ctx.log(LogLevel.INFO, "page " + page + " is in"); // for people
                    }
                    return pages;
                  });
              // end of snippet
            });

    assertThat(shop.done).containsExactly("page 0", "page 1", "page 2");
  }

  @Test
  void a_list_needs_a_method_reference_or_its_type() {
    test.holdfast()
        .execute(
            "lists",
            wf -> {
              // snippet: generic
              List<Order> all = wf.step("load", shop::orders);
              List<Order> again =
                  wf.step("load-again", new Type<List<Order>>() {}, () -> shop.orders());
              // end of snippet
              assertThat(all).isEqualTo(again).containsExactly(ORDER);
            });
  }
}
