package dev.holdfast.store;

/** A store call that did not answer. Which of the two it is decides what the caller may do next. */
public abstract sealed class StoreException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private StoreException(String message, Throwable cause) {
    super(message, cause);
  }

  /** Nothing was written; the call can be repeated as it is. */
  public static final class Unavailable extends StoreException {
    private static final long serialVersionUID = 1L;

    public Unavailable(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /** It may or may not have been written; read back before doing anything else. */
  public static final class Unknown extends StoreException {
    private static final long serialVersionUID = 1L;

    public Unknown(String message, Throwable cause) {
      super(message, cause);
    }
  }
}
