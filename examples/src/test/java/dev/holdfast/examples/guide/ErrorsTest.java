package dev.holdfast.examples.guide;

import static dev.holdfast.examples.guide.Shop.ORDER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.KeyTakenException;
import dev.holdfast.Retry;
import dev.holdfast.Run;
import dev.holdfast.RunFailedException;
import dev.holdfast.StepFailedException;
import dev.holdfast.WorkflowBody;
import dev.holdfast.examples.guide.Shop.Order;
import dev.holdfast.log.StepState;
import dev.holdfast.testkit.HoldfastExtension;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** docs/guide/errors.md. */
class ErrorsTest {

  @RegisterExtension final HoldfastExtension test = HoldfastExtension.inMemory();

  private final Shop shop = new Shop();

  // snippet: policy
  static final Retry PATIENT =
      Retry.attempts(5) // executions in all, the first included
          .delay(Duration.ofSeconds(1))
          .multiplier(2)
          .maxDelay(Duration.ofMinutes(1))
          .jitter(0.1)
          .never(IllegalArgumentException.class); // not worth another attempt

  // end of snippet

  private Run<String> start(WorkflowBody<Order, String> body) {
    return test.holdfast().workflow("shop.pay.v1", Order.class, String.class, body).start(ORDER);
  }

  @Test
  void a_step_is_tried_again() {
    shop.failing(3);
    var run =
        start(
            (wf, order) -> {
              // snippet: retry
              wf.step(
                  "charge",
                  () -> shop.charge(order),
                  s ->
                      s.retry(PATIENT)
                          .timeout(Duration.ofSeconds(30))
                          .deadline(Duration.ofHours(1)));
              wf.step("mail", () -> shop.confirm(order), s -> s.retry(3)); // after 1, 2 seconds
              // end of snippet
              return "done";
            });

    test.passes(Duration.ofMinutes(10));

    assertThat(run.join()).isEqualTo("done");
    assertThat(test.holdfast().engine().state(run.id()).steps().values())
        .extracting(StepState::failures)
        .containsExactly(3, 0);
  }

  @Test
  void code_goes_another_way() {
    shop.failing(1);
    var run =
        start(
            (wf, order) -> {
              // snippet: catch
              String way;
              try {
                way = wf.step("courier", () -> shop.byCourier(order));
              } catch (StepFailedException e) {
                way = wf.step("post", () -> shop.byPost(order));
              }
              // end of snippet
              return way;
            });

    assertThat(run.join()).isEqualTo("post");
  }

  @Test
  void a_failed_run_says_why() {
    shop.failing(1);
    var run = start((wf, order) -> wf.step("charge", () -> shop.charge(order)));

    assertThatThrownBy(
            () -> {
              // snippet: failed
              try {
                run.join();
              } catch (RunFailedException e) {
                throw new IllegalStateException("run " + e.run() + " needs a look", e);
              }
              // end of snippet
            })
        .hasMessageContaining(run.id().toString())
        .hasRootCauseMessage("run " + run.id() + " failed: IllegalStateException: no answer");
  }

  @Test
  void a_key_belongs_to_what_it_was_first_used_for() {
    var pay =
        test.holdfast()
            .workflow("shop.pay.v1", Order.class, String.class, (wf, order) -> order.id());
    var first = pay.start(ORDER, o -> o.key("pay-o-1"));
    var changed = new Order("o-1", "ada", ORDER.items(), 1);

    assertThatThrownBy(
            () -> {
              // snippet: key-taken
              try {
                pay.start(changed, o -> o.key("pay-o-1"));
              } catch (KeyTakenException e) {
                throw new IllegalStateException("run " + e.run() + " has another input", e);
              }
              // end of snippet
            })
        .hasMessageContaining(first.id().toString());
  }

  @Test
  void a_run_is_cancelled() {
    var run =
        start(
            (wf, order) -> {
              wf.sleep("long", Duration.ofDays(1));
              return "late";
            });
    test.settle();

    // snippet: cancel
    boolean asked = run.cancel("ordered twice"); // false when it has already ended
    // end of snippet

    assertThat(asked).isTrue();
    assertThatThrownBy(run::join).hasMessageContaining("ordered twice");
    assertThat(run.cancel("again")).isFalse();
  }
}
