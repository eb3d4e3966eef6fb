package dev.holdfast.testkit;

/** What can become of a call that writes to a store. */
public enum Fault {
  /** The process dies, and nothing was written. */
  CRASH_BEFORE,
  /** The process dies just after it was written, before anybody hears of it. */
  CRASH_AFTER,
  /** It was written, but the answer got lost. */
  UNKNOWN_APPLIED,
  /** It was not written, and the caller is told that nobody knows. */
  UNKNOWN_NOT_APPLIED,
  /** It was not written, and the caller is told so. */
  UNAVAILABLE;

  public boolean crash() {
    return this == CRASH_BEFORE || this == CRASH_AFTER;
  }
}
