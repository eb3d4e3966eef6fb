package dev.holdfast.store;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Clears away what is long over. */
public interface Retention {

  /**
   * Runs that ended before this time, in the order of their ids. A run that was called stays for as
   * long as its caller has not ended. Ids are taken for what they are, times: a run whose id was
   * made up otherwise may be missed.
   *
   * @param after only ids larger than this one: the next page
   */
  List<Header> ended(Instant before, @Nullable UUID after, int limit);

  /**
   * Deletes these runs with their logs and what was decided about them, in one transaction; those
   * that have not ended are left alone. Large values stay: others may refer to the same.
   *
   * @return what was deleted
   */
  Set<UUID> delete(Collection<UUID> runs);

  /** Forgets nodes whose lease was over before this time and that hold no run; how many. */
  int forgetNodes(Instant deadSince);

  /**
   * Gives some of the space that is no longer used back to the file system, where the store can.
   *
   * @return whether there is more
   */
  boolean shrink();

  /** The smallest id of a run that is accepted at this time. */
  static UUID firstIdAt(Instant time) {
    return new UUID(time.toEpochMilli() << 16, 0);
  }
}
