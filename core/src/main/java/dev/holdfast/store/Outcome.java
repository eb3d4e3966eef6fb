package dev.holdfast.store;

/** What became of one append in a committed batch. */
public enum Outcome {
  /** It is on stable storage. */
  COMMITTED,
  /** Somebody else wrote at this seq first; nothing was written. */
  CONFLICT,
  /** A new run whose id or idempotency key is taken; nothing was written. */
  DUPLICATE
}
