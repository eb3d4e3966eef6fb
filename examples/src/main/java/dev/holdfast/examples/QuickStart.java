package dev.holdfast.examples;

// snippet: quick-start
import dev.holdfast.Holdfast;
import dev.holdfast.WorkflowContext;
import java.time.Duration;

/** Kill it anywhere and run it again: it goes on where it was. */
public final class QuickStart {
  record Order(String id, int cents) {}

  static String pay(WorkflowContext wf, Order order) {
    var charge = wf.step("charge", () -> "charge-" + order.id(), s -> s.retry(5)); // never twice
    wf.sleep("cool-off", Duration.ofSeconds(2)); // or a month: a wait holds no thread
    return wf.step("mail", () -> "paid with " + charge);
  }

  public static void main(String[] args) {
    try (var holdfast = Holdfast.open(args.length == 0 ? "quickstart.db" : args[0])) {
      var pay = holdfast.workflow("shop.pay.v1", Order.class, String.class, QuickStart::pay);
      holdfast.start(); // what an earlier process left unfinished goes on
      System.out.println(pay.start(new Order("o-1", 4_999), o -> o.key("pay-o-1")).join());
    }
  }
}
// end of snippet
