package dev.holdfast.log;

import java.math.BigInteger;

/** The order of trigger cursors: whole numbers by value, anything else as text. */
final class Cursors {

  private Cursors() {}

  /** The empty cursor stands before every other. */
  static int compare(String a, String b) {
    if (isWholeNumber(a) && isWholeNumber(b)) {
      return new BigInteger(a).compareTo(new BigInteger(b));
    }
    return a.compareTo(b);
  }

  private static boolean isWholeNumber(String text) {
    return !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
  }
}
