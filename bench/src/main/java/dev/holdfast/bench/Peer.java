package dev.holdfast.bench;

/** A library that does what Holdfast does, or a part of it, on a PostgreSQL of its own. */
interface Peer extends AutoCloseable {

  String name();

  /** Whether a run of it can have recorded steps; otherwise it is one piece of work. */
  boolean hasSteps();

  /**
   * Starts a run and waits for its result.
   *
   * @param steps how many steps it has, one after the other
   * @param each gets how long each of them took
   */
  void run(int steps, Timings each);

  @Override
  void close();
}
