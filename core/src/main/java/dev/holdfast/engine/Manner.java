package dev.holdfast.engine;

/** How a run that is taken in here is advanced. */
enum Manner {
  /** In a thread of its own; when it waits long it leaves memory. */
  USUAL,
  /** In a thread of its own, never leaving memory: nobody else has its code. */
  KEPT,
  /** By the thread that asked for it, for as long as it does not leave memory. */
  LENT
}
