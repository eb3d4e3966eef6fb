package dev.holdfast;

import java.util.UUID;

/**
 * The idempotency key of a start belongs to a run that was started with something else. Nothing was
 * started.
 *
 * <pre>{@code
 * try {
 *   pay.start(order, o -> o.key("pay-" + order.id()));
 * } catch (KeyTakenException e) {
 *   log.warn("order {} has changed since run {} was started", order.id(), e.run());
 * }
 * }</pre>
 */
public final class KeyTakenException extends HoldfastException {

  private static final long serialVersionUID = 1L;

  private final UUID run;

  public KeyTakenException(String key, UUID run, String difference) {
    super(
        "the key '%s' belongs to run %s, which has another %s; use another key or the same %s"
            .formatted(key, run, difference, difference));
    this.run = run;
  }

  /** The run that has the key. */
  public UUID run() {
    return run;
  }
}
