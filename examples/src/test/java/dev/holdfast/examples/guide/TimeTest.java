package dev.holdfast.examples.guide;

import static dev.holdfast.examples.guide.Shop.ORDER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Run;
import dev.holdfast.Workflow;
import dev.holdfast.examples.guide.Shop.Order;
import dev.holdfast.testkit.HoldfastExtension;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** docs/guide/time.md. */
class TimeTest {

  @RegisterExtension final HoldfastExtension test = HoldfastExtension.inMemory();

  private final Shop shop = new Shop();

  private Workflow<Order, String> register() {
    return test.holdfast()
        .workflow(
            "shop.remind.v1",
            Order.class,
            String.class,
            (wf, order) -> {
              // snippet: sleep
              wf.sleep("cool-off", Duration.ofDays(30));
              // end of snippet
              return wf.step("mail", () -> shop.confirm(order));
            });
  }

  @Test
  void a_month_is_slept_without_a_thread() {
    var run = register().start(ORDER);

    test.passes(Duration.ofDays(29));
    assertThat(run.status()).isEqualTo(Run.Status.PENDING);
    assertThat(test.holdfast().engine().liveRuns()).isZero();
    test.passes(Duration.ofDays(2));

    assertThat(run.join()).isEqualTo("mail-o-1");
  }

  @Test
  void a_run_may_begin_later() {
    var pay = register();
    var order = ORDER;
    // snippet: delay
    var run = pay.start(order, o -> o.delay(Duration.ofHours(2)).priority(10)); // lower runs first
    // end of snippet

    test.passes(Duration.ofHours(1));
    assertThat(test.holdfast().engine().state(run.id()).steps()).isEmpty();
    test.passes(Duration.ofHours(2));
    assertThat(test.holdfast().engine().state(run.id()).steps()).containsOnlyKeys("cool-off");
  }

  @Test
  void a_deadline_ends_a_run_wherever_it_is() {
    var pay = register();
    // snippet: deadline
    var run = pay.start(ORDER, o -> o.deadline(Duration.ofDays(7)));
    // end of snippet

    test.passes(Duration.ofDays(8));

    assertThat(run.status()).isEqualTo(Run.Status.FAILED);
    assertThat(shop.done).isEmpty();
  }
}
