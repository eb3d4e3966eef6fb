package dev.holdfast.server.api;

import dev.holdfast.log.Event;
import dev.holdfast.log.EventCodec;
import dev.holdfast.log.RunState;
import dev.holdfast.store.Store;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * A run's log up to some event, and what it adds up to.
 *
 * @param lastSeq the number of the last event that the log had when it was read
 */
record RunHistory(UUID run, List<Event> events, RunState state, long lastSeq) {

  private static final int READ_ENTRIES = 1_000;

  /** All of it; empty when there is no such run. */
  static Optional<RunHistory> of(Store store, UUID run) {
    return upTo(store, run, Long.MAX_VALUE, Integer.MAX_VALUE - 1);
  }

  /**
   * The log up to the event with this number.
   *
   * @param entriesMax empty when the log has more entries than this
   */
  static Optional<RunHistory> upTo(Store store, UUID run, long seq, int entriesMax) {
    List<Event> events = new ArrayList<>();
    int count = 0;
    long after = 0;
    while (true) {
      int wanted = (int) Math.min(READ_ENTRIES, entriesMax - count + 1L);
      var entries = store.read(run, after, wanted);
      for (var entry : entries) {
        events.addAll(EventCodec.decode(entry, hash -> payload(store, hash)));
        after = entry.seq();
      }
      count += entries.size();
      if (count > entriesMax) {
        return Optional.empty();
      }
      if (entries.size() < wanted) {
        break;
      }
    }
    if (events.isEmpty()) {
      return Optional.empty();
    }
    var seen = events.subList(0, Math.clamp(seq, 1, events.size()));
    return Optional.of(new RunHistory(run, seen, RunState.fold(run, seen), events.size()));
  }

  /** When the last of its events happened; a header only knows of those that changed it. */
  Instant updatedAt() {
    return events.getLast().at();
  }

  private static String payload(Store store, String hash) {
    return store
        .payload(hash)
        .orElseThrow(() -> new IllegalStateException("the value " + hash + " is missing"))
        .data();
  }
}
