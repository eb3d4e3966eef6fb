package dev.holdfast;

import org.jspecify.annotations.Nullable;

/**
 * Anything that goes wrong between a program and Holdfast; the message says what to do next.
 *
 * <pre>{@code
 * try {
 *   return pay.start(order).join();
 * } catch (HoldfastException e) {
 *   log.error("Order {} was not paid: {}", order.id(), e.getMessage());
 *   throw e;
 * }
 * }</pre>
 */
public class HoldfastException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public HoldfastException(String message) {
    super(message);
  }

  public HoldfastException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
