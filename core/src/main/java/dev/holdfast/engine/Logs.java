package dev.holdfast.engine;

import dev.holdfast.log.Event;
import dev.holdfast.log.EventCodec;
import dev.holdfast.log.RunState;
import dev.holdfast.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Reads whole logs. */
final class Logs {

  private static final int READ_ENTRIES = 1_000;

  private Logs() {}

  static RunState fold(Store store, Patience patience, UUID run) {
    List<Event> events = new ArrayList<>();
    long[] after = {0};
    while (true) {
      var entries = patience.ask("read run " + run, () -> store.read(run, after[0], READ_ENTRIES));
      for (var entry : entries) {
        events.addAll(EventCodec.decode(entry, Tail.payloads(store)));
        after[0] = entry.seq();
      }
      if (entries.size() < READ_ENTRIES) {
        break;
      }
    }
    if (events.isEmpty()) {
      throw new IllegalArgumentException("there is no run " + run);
    }
    return RunState.fold(run, events);
  }
}
