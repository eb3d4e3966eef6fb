package dev.holdfast.log;

/**
 * Deliberate faults that the test suite must catch: a net is only worth something if it holds. A
 * fault is planted by {@code -Dholdfast.planted-bug=NAME}, and only together with {@code
 * -Dholdfast.allow-planted-bugs=true}. The flags are read once and are constants to the compiler.
 */
public enum PlantedBug {
  /** An append that lost its place is written at the new tail all the same. */
  NO_FENCE,
  /** The next seq is read in a call of its own instead of being carried by the owner. */
  SEQ_FROM_SEPARATE_READ,
  /** Listeners hear of an append before it is durable. */
  PUBLISH_BEFORE_COMMIT,
  /** A commit without an answer is simply tried again. */
  RETRY_WITHOUT_READING_BACK,
  /** Claims after a lost lease are not counted, so a run that kills its node loops for ever. */
  CLAIM_NOT_COUNTED;

  private final boolean planted =
      Boolean.getBoolean("holdfast.allow-planted-bugs")
          && name().equals(System.getProperty("holdfast.planted-bug"));

  public boolean planted() {
    return planted;
  }
}
