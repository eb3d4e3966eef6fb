package dev.holdfast.log;

/**
 * A JSON value as text, exactly as it was written. Kept as text so that what is read back is what
 * was stored, digit for digit, and so that nothing is parsed before somebody asks for it.
 */
public record Json(String text) {

  public static final Json NULL = new Json("null");

  @Override
  public String toString() {
    return text;
  }
}
