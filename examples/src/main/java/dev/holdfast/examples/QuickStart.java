package dev.holdfast.examples;

import dev.holdfast.Holdfast;
import dev.holdfast.WorkflowContext;
import java.time.Duration;

/** The quick start of the README. */
public final class QuickStart {

  private QuickStart() {}

  record Order(String id, int cents) {}

  record Receipt(String order, String charge) {}

  public static void main(String[] args) {
    var store = args.length == 0 ? "quickstart.db" : args[0]; // or jdbc:postgresql://...
    try (var holdfast = Holdfast.open(store)) {
      var pay = holdfast.workflow("shop.pay.v1", Order.class, Receipt.class, QuickStart::pay);
      holdfast.start(); // what an earlier process left unfinished goes on
      var run = pay.start(new Order("o-1", 4_999), o -> o.key("pay-o-1"));
      System.out.println(run.join());
    }
  }

  static Receipt pay(WorkflowContext wf, Order order) {
    var charge = wf.step("charge", () -> bankCharges(order), s -> s.retry(5)); // never twice
    var mail = wf.async("mail", () -> mailerConfirms(order)); // beside what follows
    wf.sleep("cool-off", Duration.ofMillis(100)); // or a month: a wait holds no thread
    wf.all(mail);
    return new Receipt(order.id(), charge);
  }

  private static String bankCharges(Order order) {
    return "charged %d cents".formatted(order.cents());
  }

  private static String mailerConfirms(Order order) {
    return "confirmed " + order.id();
  }
}
