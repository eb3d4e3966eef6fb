package dev.holdfast.store;

import java.sql.Connection;

/** Work inside a store transaction. It must neither commit nor close the connection. */
@FunctionalInterface
public interface TransactionWork {

  /** Does the work and says what to append with it. */
  Append run(Connection connection) throws Exception;
}
