package dev.holdfast.store;

/** What an append does to the run's header. */
public sealed interface HeaderChange {

  /**
   * A new run. Refused with {@link Outcome#DUPLICATE} when the id or the idempotency key is taken.
   */
  record Insert(Header header) implements HeaderChange {}

  /** The columns that follow the log. */
  record Update(HeaderState state) implements HeaderChange {}

  /**
   * Nothing in the header changes, but the node that holds the run should look at its tail. Written
   * by anyone who speaks to a run that somebody else is advancing.
   */
  record Poke() implements HeaderChange {}
}
