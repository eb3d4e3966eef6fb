package dev.holdfast.examples.guide;

import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** The outside world of the guide: it does what it is told and remembers it. */
final class Shop {

  record Item(String sku) {}

  record Order(String id, String customer, List<Item> items, long cents) {}

  record Receipt(String order, String payment) {}

  record Label(String sku, String code) {}

  record Approval(String by) {}

  static final Order ORDER =
      new Order("o-1", "ada", List.of(new Item("pen"), new Item("ink")), 4_999);

  final List<String> done = new CopyOnWriteArrayList<>();
  private final AtomicInteger failuresLeft = new AtomicInteger();

  /** Whatever is asked for next fails so often. */
  Shop failing(int times) {
    failuresLeft.set(times);
    return this;
  }

  String createUser(String name) {
    return did("create " + name, "user-" + name);
  }

  String createMailbox(String user) {
    return did("mailbox " + user, user + "@example.org");
  }

  String charge(Order order) {
    return did("charge " + order.id(), "payment-" + order.id());
  }

  String charge(Order order, UUID key) {
    return did("charge " + order.id() + " " + key, "payment-" + order.id());
  }

  void refund(String payment) {
    did("refund " + payment, payment);
  }

  String hold(Order order) {
    return did("hold " + order.id(), "hold-" + order.id());
  }

  void release(String hold) {
    did("release " + hold, hold);
  }

  String reserve(String shelf) {
    return did("reserve " + shelf, "reserved-" + shelf);
  }

  String find(Order order) {
    return did("find " + order.id(), "shelf-7");
  }

  String confirm(Order order) {
    return did("mail " + order.id(), "mail-" + order.id());
  }

  Label label(Item item) {
    return did("label " + item.sku(), new Label(item.sku(), "L-" + item.sku()));
  }

  String pick(Item item) {
    return did("pick " + item.sku(), item.sku());
  }

  String ship(String mail, String label) {
    return did("ship", mail + " " + label);
  }

  String byCourier(Order order) {
    return did("courier " + order.id(), "courier");
  }

  String byPost(Order order) {
    return did("post " + order.id(), "post");
  }

  String check(Order order) {
    return did("check " + order.id(), "fine");
  }

  List<Order> orders() {
    return did("orders", List.of(ORDER));
  }

  void load(int page) {
    did("page " + page, page);
  }

  private <T> T did(String what, T result) {
    if (failuresLeft.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
      throw new IllegalStateException("no answer");
    }
    done.add(what);
    return result;
  }
}
