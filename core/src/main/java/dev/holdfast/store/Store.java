package dev.holdfast.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The one interface between Holdfast and a database.
 *
 * <p>A log is a chain of entries; an entry is what one append wrote. Its key is {@code (run, seq of
 * its first event)}, so two writers that both stand at the same tail collide, and exactly one of
 * them wins: the log is its own lock.
 *
 * <p>Every call has three outcomes. It returns: it happened. It throws {@link
 * StoreException.Unavailable}: it did not happen. It throws {@link StoreException.Unknown}: nobody
 * can say, and the caller must read back. All methods may be called from any thread.
 */
public interface Store extends AutoCloseable {

  /**
   * Writes all appends in one transaction and returns one outcome for each, in order. An append
   * that lost its key leaves no trace and does not disturb the others.
   *
   * @throws IllegalArgumentException when one of them can never be stored as it is; none was
   */
  List<Outcome> commit(List<Append> appends);

  /**
   * Runs the work and writes the append it returns in the same transaction. When the work throws,
   * or the append collides, everything the work did is rolled back.
   */
  Outcome transact(TransactionWork work) throws Exception;

  /** Whether the calling thread is inside {@link #transact} and must not wait for a commit. */
  default boolean inTransaction() {
    return false;
  }

  /**
   * Writes the append into the caller's own transaction on this database: it counts when the caller
   * commits, and is gone when the caller rolls back.
   */
  default Outcome write(Connection connection, Append append) throws SQLException {
    throw new UnsupportedOperationException(
        "this store shares no transactions: use SQLite or PostgreSQL");
  }

  /**
   * The run's entries with a first seq above {@code afterSeq}, oldest first, at most {@code limit}.
   */
  List<Entry> read(UUID run, long afterSeq, int limit);

  /** The run's newest entry. */
  Optional<Entry> tail(UUID run);

  /** Runs that have a log, newest first by id as in {@link #find}, below {@code before}. */
  List<UUID> runsInLog(@Nullable UUID before, int limit);

  /** A large value by its content hash. */
  Optional<Payload> payload(String hash);

  /** The run's header. */
  Optional<Header> header(UUID run);

  /** Headers that match, newest first, at most {@code query.limit()}. */
  List<Header> find(RunQuery query);

  /**
   * Takes runs that are due, or whose node is gone, most urgent first. Each one taken gets the
   * claim's entry at its tail and the node in its header, in the same transaction. A node whose
   * lease is over takes nothing. Act only on what this returns.
   */
  Claimed claim(Claim claim);

  /**
   * Says that the node is alive for another while. False when the store has already given it up:
   * its runs may be claimed by others and it must stop.
   */
  boolean heartbeat(String node, Duration leaseFor);

  /** The node gives up its lease; what it still holds can be claimed at once. */
  void leave(String node);

  /** Stored definitions of graph workflows. */
  Workflows workflows();

  /** Runs as people look for them. */
  RunLists lists();

  /** Decisions about runs that have failed for good. */
  DeadLetters deadLetters();

  /** What is in it, in numbers. */
  Figures figures();

  /** Clears away what is long over. */
  Retention retention();

  /** The keys to the doors of servers. */
  Tokens tokens();

  /** The orders of the demonstration. */
  Orders orders();

  /**
   * The secret of this name, from which whatever nobody may guess is derived: the one that is
   * stored, and otherwise the fresh one, which is stored.
   */
  String secret(String name, String fresh);

  /** Nodes that the store has heard of, with the end of their lease. */
  List<NodeLease> nodes();

  /** Overwrites or recreates headers; only {@code rebuild} calls this. */
  void rewrite(List<Header> headers);

  /** Calls the listener whenever another process may have made work; a hint, never a promise. */
  void onHint(Runnable listener);

  /** The time that decides leases and due times: the database's where it has one. */
  Instant now();

  /** How many writers may commit side by side. A run always uses the same one. */
  int lanes();

  /** Whether commits happen inside the calling thread, without a network in between. */
  default boolean embedded() {
    return lanes() == 1;
  }

  /** How often to look for work that no hint announced; null when only this process makes work. */
  @Nullable Duration pollInterval();

  /** How many statements this store has executed since it was opened. */
  long statements();

  @Override
  void close();
}
