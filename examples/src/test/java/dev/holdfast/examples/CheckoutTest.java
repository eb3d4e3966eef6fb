package dev.holdfast.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.examples.Checkout.Approval;
import dev.holdfast.examples.Checkout.Order;
import dev.holdfast.testkit.CrashTest;
import dev.holdfast.testkit.HoldfastExtension;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class CheckoutTest {

  private static final Order ORDER = new Order("o-1", 4_999);

  @RegisterExtension final HoldfastExtension test = HoldfastExtension.inMemory();

  private final List<String> done = new CopyOnWriteArrayList<>();

  private final Checkout.Shop shop =
      new Checkout.Shop() {
        @Override
        public String charge(Order order, String key) {
          done.add("charge");
          return "payment";
        }

        @Override
        public void refund(String payment) {
          done.add("refund " + payment);
        }

        @Override
        public String reserve(Order order) {
          done.add("reserve");
          return "reservation";
        }

        @Override
        public void release(String reservation) {
          done.add("release " + reservation);
        }

        @Override
        public String ship(Order order) {
          done.add("ship");
          return "parcel";
        }
      };

  @Test
  void an_approved_order_is_shipped() {
    var run = Checkout.register(test.holdfast(), shop).start(ORDER);
    test.passes(Duration.ofHours(30));
    assertThat(run.published("stage", String.class)).contains("waiting for approval");

    run.signal(Checkout.APPROVED, new Approval("ann"));

    assertThat(run.join().approvedBy()).isEqualTo("ann");
    assertThat(done).containsExactly("reserve", "charge", "ship");
  }

  @Test
  void an_order_that_nobody_approves_is_undone_newest_first() {
    var run = Checkout.register(test.holdfast(), shop).start(ORDER);

    test.passes(Duration.ofDays(3));

    assertThatThrownBy(run::join).hasMessageContaining("not approved in time");
    assertThat(done).containsExactly("reserve", "charge", "refund payment", "release reservation");
  }

  @Test
  void a_cancelled_order_is_undone() {
    var run = Checkout.register(test.holdfast(), shop).start(ORDER);
    test.settle();

    run.cancel("changed my mind");

    assertThatThrownBy(run::join).hasMessageContaining("changed my mind");
    assertThat(done).endsWith("refund payment", "release reservation");
  }

  @Test
  void a_crash_anywhere_changes_nothing() {
    CrashTest.of(holdfast -> Checkout.register(holdfast, shop), ORDER)
        .speaking(run -> run.signal(Checkout.APPROVED, new Approval("ann"), "1"))
        .afterEveryCommit();
  }
}
