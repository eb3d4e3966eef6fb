package dev.holdfast.store;

import java.time.Instant;
import java.util.Comparator;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A node's request for runs to advance.
 *
 * @param node who asks
 * @param workflows names it has code for; others are left alone
 * @param only this run and no other, whether or not it is due yet
 * @param limit how many at most
 * @param at the time in that entry; header times are set from it
 * @param events the entry that goes to the tail of each claimed run, a JSON array of one event
 * @param takesOver whether runs that a dead node held are taken too
 * @param dueBefore only what has been due since then or longer, the longest first, however urgent
 *     it is, and nothing that a dead node held; null for the usual order. Such a claim says nothing
 *     of what is due next, and hears nothing
 */
public record Claim(
    String node,
    Set<String> workflows,
    @Nullable UUID only,
    int limit,
    Instant at,
    String events,
    boolean takesOver,
    @Nullable Instant dueBefore) {

  /**
   * The order in which runs are taken, whether they are due or were lost by a node that died: were
   * either kind always first, the other could wait for ever on a busy node.
   */
  public static final Comparator<Header> MOST_URGENT_FIRST =
      Comparator.comparingInt(Header::priority)
          .thenComparing(
              header -> header.state().runAt(), Comparator.nullsLast(Comparator.naturalOrder()))
          .thenComparing(Header::id, RunQuery.OLDEST_FIRST);

  /** What waits longest, first. */
  public static final Comparator<Header> LONGEST_DUE_FIRST =
      Comparator.comparing(
              (Header header) -> header.state().runAt(),
              Comparator.nullsLast(Comparator.naturalOrder()))
          .thenComparing(Header::id, RunQuery.OLDEST_FIRST);

  public Claim {
    at = Micros.truncate(at);
  }

  /** In the usual order, with what dead nodes held. */
  public Claim(
      String node,
      Set<String> workflows,
      @Nullable UUID only,
      int limit,
      Instant at,
      String events) {
    this(node, workflows, only, limit, at, events, true, null);
  }

  /** The same for what has been due since then or longer. */
  public Claim dueBefore(Instant since) {
    return new Claim(node, workflows, null, limit, at, events, false, Micros.truncate(since));
  }
}
