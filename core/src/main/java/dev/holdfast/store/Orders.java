package dev.holdfast.store;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/** The orders of the demonstration, which the actions of task steps work on. */
public interface Orders {

  /** Stores a new order, which is {@code pending}; an id that is there already is left alone. */
  OrderRow add(String id, BigDecimal amount, Instant at);

  Optional<OrderRow> find(String id);

  /** The run that works on this order and has not ended; its children do not count. */
  Optional<UUID> liveRun(String id);

  /** As seen inside a transaction of this store. */
  Optional<OrderRow> find(Connection connection, String id) throws SQLException;

  /**
   * Inside a transaction of this store, takes the order from one status to the next; false when it
   * is not in the first one.
   */
  boolean move(Connection connection, String id, String from, String to, Instant at)
      throws SQLException;
}
