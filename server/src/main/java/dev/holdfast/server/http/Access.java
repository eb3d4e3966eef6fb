package dev.holdfast.server.http;

/**
 * Decides whether a caller may use a route. The table of routes says which scope each one needs;
 * this is the only place that is asked.
 */
@FunctionalInterface
public interface Access {

  /** Everyone may do everything: for a server that only this machine can reach. */
  Access LOOPBACK = (exchange, scope) -> {};

  /**
   * Returns when the caller may go on.
   *
   * @throws HttpProblem 401 without credentials that we know, 403 when they are not enough
   */
  void check(Exchange exchange, Scope scope);

  /**
   * The same question once more, while a long answer is being given: credentials may have been
   * withdrawn since. Does not count as a request.
   */
  default void recheck(Exchange exchange, Scope scope) {}
}
