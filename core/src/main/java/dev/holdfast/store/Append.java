package dev.holdfast.store;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One atomic change of one run: an entry at its tail, what that makes of its header, and the large
 * values the entry refers to.
 *
 * @param run whose log grows
 * @param seq number of the first event in {@code events}; the key that fences
 * @param count how many events there are
 * @param events the events as a JSON array
 * @param change what happens to the header, if anything
 * @param payloads large values, stored by their hash
 */
public record Append(
    UUID run,
    long seq,
    int count,
    String events,
    @Nullable HeaderChange change,
    List<Payload> payloads) {

  public Append {
    if (seq < 1 || count < 1) {
      throw new IllegalArgumentException("an append has at least one event, numbered from 1");
    }
  }

  /** A batch holds at most one append of each run: in which order would two of them count? */
  public static void refuseTwoOfOneRun(List<Append> appends) {
    Set<UUID> runs = HashSet.newHashSet(appends.size());
    for (var append : appends) {
      if (!runs.add(append.run)) {
        throw new IllegalArgumentException("two appends of run " + append.run + " in one batch");
      }
    }
  }

  /** The seq of the last event. */
  public long lastSeq() {
    return seq + count - 1;
  }
}
