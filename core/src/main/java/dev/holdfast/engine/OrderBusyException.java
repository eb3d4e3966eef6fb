package dev.holdfast.engine;

import java.util.Optional;
import java.util.UUID;

/** A run was asked for on an order that another run is working on. */
public final class OrderBusyException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String order;
  private final transient Optional<UUID> run;

  public OrderBusyException(String order, Optional<UUID> run) {
    super(
        "order %s has a run that has not ended%s; wait for it or cancel it first"
            .formatted(order, run.map(id -> " (" + id + ")").orElse("")));
    this.order = order;
    this.run = run;
  }

  public String order() {
    return order;
  }

  /** The run that has the order; empty when it has ended meanwhile. */
  public Optional<UUID> run() {
    return run;
  }
}
