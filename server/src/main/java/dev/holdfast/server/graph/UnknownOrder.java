package dev.holdfast.server.graph;

/** A run was asked for on an order that does not exist. */
public final class UnknownOrder extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String order;

  UnknownOrder(String order) {
    super("there is no order " + order + "; create it first");
    this.order = order;
  }

  public String order() {
    return order;
  }
}
