package dev.holdfast.examples.guide;

import static dev.holdfast.examples.guide.Shop.ORDER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.Run;
import dev.holdfast.Signal;
import dev.holdfast.WorkflowContext;
import dev.holdfast.examples.guide.Shop.Approval;
import dev.holdfast.examples.guide.Shop.Order;
import dev.holdfast.testkit.HoldfastExtension;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** docs/guide/signals.md. */
class SignalsTest {

  @RegisterExtension final HoldfastExtension test = HoldfastExtension.inMemory();

  private final Shop shop = new Shop();
  private Optional<Run<String>> started = Optional.empty();

  // snippet: signal
  static final Signal<Approval> APPROVED = Signal.of("approved", Approval.class);

  String ship(WorkflowContext wf, Order order) {
    wf.publish("stage", "waiting for approval");
    Approval approval = wf.await(APPROVED);
    wf.publish("stage", "shipping");
    return wf.step("ship", () -> shop.byPost(order)) + ", approved by " + approval.by();
  }

  // end of snippet

  @BeforeEach
  void start() {
    var ship = test.holdfast().workflow("shop.ship.v1", Order.class, String.class, this::ship);
    started = Optional.of(ship.start(ORDER, o -> o.key("ship-o-1")));
    test.settle();
  }

  @Test
  void a_signal_wakes_the_run_that_waits_for_it() {
    var run = started.orElseThrow();
    // snippet: send
    run.signal(APPROVED, new Approval("ann")); // from any process on the same store
    // end of snippet
    assertThat(run.join()).isEqualTo("post, approved by ann");
  }

  @Test
  void a_signal_with_an_id_is_taken_once() {
    var run = started.orElseThrow();
    // snippet: send-once
    run.signal(APPROVED, new Approval("ann"), "request-17");
    run.signal(APPROVED, new Approval("ann"), "request-17"); // nothing more happens
    // end of snippet
    assertThat(run.join()).isEqualTo("post, approved by ann");
    assertThat(test.holdfast().engine().state(run.id()).signals()).hasSize(1);
  }

  @Test
  void what_a_run_shows_can_be_read_from_outside() {
    var run = started.orElseThrow();
    // snippet: published
    Optional<String> stage = run.published("stage", String.class);
    // end of snippet
    assertThat(stage).contains("waiting for approval");
  }

  @Test
  void a_wait_may_have_an_end() {
    var order = ORDER;
    var rejected =
        test.holdfast()
            .workflow(
                "shop.ship.v2",
                Order.class,
                String.class,
                (wf, o) -> {
                  // snippet: await-atmost
                  var approval =
                      wf.await(APPROVED, Duration.ofDays(2))
                          .orElseThrow(() -> new IllegalStateException("nobody approved"));
                  // end of snippet
                  return approval.by();
                })
            .start(order);

    test.passes(Duration.ofDays(3));

    assertThatThrownBy(rejected::join).hasMessageContaining("nobody approved");
  }
}
