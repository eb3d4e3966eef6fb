package dev.holdfast.examples;

import static java.time.Duration.ofDays;
import static java.time.Duration.ofMinutes;

import dev.holdfast.Holdfast;
import dev.holdfast.Signal;
import dev.holdfast.Workflow;

/**
 * An order is paid, held for approval, and shipped. Should anything fail, or nobody approve, what
 * was done is undone, newest first.
 */
public final class Checkout {

  /** Somebody agrees. */
  public record Approval(String by) {}

  /** What is bought. */
  public record Order(String id, long cents) {}

  /** How it ended. */
  public record Receipt(String order, String payment, String parcel, String approvedBy) {}

  /** What the workflow waits for. */
  public static final Signal<Approval> APPROVED = Signal.of("approved", Approval.class);

  /** The outside world. Everything here may be called twice with the same key. */
  public interface Shop {
    String charge(Order order, String key);

    void refund(String payment);

    String reserve(Order order);

    void release(String reservation);

    String ship(Order order);
  }

  /** Nobody approved in time. */
  public static final class NotApproved extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NotApproved(String order) {
      super("order " + order + " was not approved in time");
    }
  }

  private Checkout() {}

  /** Registers the workflow. */
  public static Workflow<Order, Receipt> register(Holdfast holdfast, Shop shop) {
    return holdfast.workflow(
        "shop.checkout.v1",
        Order.class,
        Receipt.class,
        (wf, order) -> {
          wf.publish("stage", "reserving");
          wf.step("reserve", () -> shop.reserve(order), s -> s.compensate(shop::release));
          var payment =
              wf.step(
                  "charge",
                  ctx -> shop.charge(order, ctx.stepKey().toString()),
                  s -> s.retry(5).timeout(ofMinutes(15)).compensate(shop::refund));
          wf.publish("stage", "waiting for approval");
          var approval =
              wf.await(APPROVED, ofDays(2)).orElseThrow(() -> new NotApproved(order.id()));
          wf.publish("stage", "shipping");
          var parcel = wf.step("ship", () -> shop.ship(order), s -> s.retry(3));
          return new Receipt(order.id(), payment, parcel, approval.by());
        });
  }
}
