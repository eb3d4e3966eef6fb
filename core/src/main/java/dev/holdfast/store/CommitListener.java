package dev.holdfast.store;

/**
 * Told of what a store has written, after it has. Called by whoever wrote, so it must be quick and
 * must not throw.
 */
public interface CommitListener {

  CommitListener NONE = new CommitListener() {};

  /** What became of one append. */
  default void wrote(Append append, Outcome outcome) {}

  /** A group commit is over. */
  default void committed(int appends, long nanos) {}

  /** Runs were taken. */
  default void claimed(int runs) {}
}
