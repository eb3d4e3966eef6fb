package dev.holdfast.store.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The connection that a transactional step sees. The step's writes and its completion commit
 * together, so the step itself must not end the transaction, nor use the connection after it.
 */
public final class GuardedConnection implements AutoCloseable {

  private static final Set<String> REFUSED =
      Set.of("commit", "rollback", "setAutoCommit", "abort", "setTransactionIsolation");

  private final Connection target;
  private volatile boolean over;

  public GuardedConnection(Connection target) {
    this.target = target;
  }

  public Connection proxy() {
    return (Connection)
        Proxy.newProxyInstance(
            GuardedConnection.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> invoke(method, arguments));
  }

  /** From here on the step's reference to the connection is of no use. */
  @Override
  public void close() {
    over = true;
  }

  private @Nullable Object invoke(Method method, Object @Nullable [] arguments) throws Throwable {
    var name = method.getName();
    if (name.equals("close")) {
      return null;
    }
    if (over) {
      throw new SQLException("this connection belonged to a transactional step that has ended");
    }
    boolean savepoint = arguments != null && name.equals("rollback");
    if (REFUSED.contains(name) && !savepoint) {
      throw new SQLException(
          name
              + " is not allowed in a transactional step: Holdfast commits its writes together with"
              + " the step's completion. Throw an exception to roll back.");
    }
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause() == null ? e : e.getCause();
    }
  }
}
