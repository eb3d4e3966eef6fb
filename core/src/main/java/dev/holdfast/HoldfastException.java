package dev.holdfast;

import org.jspecify.annotations.Nullable;

/** Anything that goes wrong between a program and Holdfast; the message says what to do next. */
public class HoldfastException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public HoldfastException(String message) {
    super(message);
  }

  public HoldfastException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
