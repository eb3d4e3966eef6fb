package dev.holdfast.server.expression;

/** An expression cannot be read or evaluated. The message is for the person who wrote it. */
public final class ExpressionException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public ExpressionException(String message) {
    super(message, null, false, false);
  }
}
