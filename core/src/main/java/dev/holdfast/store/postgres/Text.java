package dev.holdfast.store.postgres;

/** PostgreSQL keeps every character in a text but one. */
final class Text {

  private static final char NUL = '\0';
  private static final char REPLACEMENT = '\ufffd';

  private Text() {}

  /**
   * The same text without the character that no PostgreSQL text can hold. An error message with a
   * NUL in it must not make a whole batch of other runs fail for ever.
   */
  static String storable(String text) {
    return text.indexOf(NUL) < 0 ? text : text.replace(NUL, REPLACEMENT);
  }
}
