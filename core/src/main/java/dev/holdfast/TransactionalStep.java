package dev.holdfast;

import java.io.Serializable;
import java.sql.Connection;
import org.jspecify.annotations.Nullable;

/**
 * The work of a step whose writes commit together with its completion: exactly once. It must not
 * end the transaction; to roll back, throw.
 *
 * <pre>{@code
 * wf.transaction("capture", db -> ledger.capture(db, order));
 * }</pre>
 */
@FunctionalInterface
public interface TransactionalStep<T extends @Nullable Object> extends Serializable {

  T run(Connection connection) throws Exception;
}
