package dev.holdfast.server.cli;

import dev.holdfast.log.Event;
import dev.holdfast.log.EventCodec;
import dev.holdfast.log.RunState;
import dev.holdfast.store.Entry;
import dev.holdfast.store.RunQuery;
import dev.holdfast.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;

/** A run in a store, found by what a person has at hand. */
record StoredRun(Store store, UUID id) {

  private static final int READ_ENTRIES = 1_000;

  /** By its id, or else by its idempotency key. */
  static StoredRun find(Store store, String idOrKey) {
    var byKey = store.find(RunQuery.byKey(idOrKey));
    if (!byKey.isEmpty()) {
      return new StoredRun(store, byKey.getFirst().id());
    }
    try {
      var run = new StoredRun(store, UUID.fromString(idOrKey));
      if (store.tail(run.id).isPresent()) {
        return run;
      }
    } catch (IllegalArgumentException notAnId) {
      // Then it was meant as a key, and there is no run with it.
    }
    throw new Complaint(
        "There is no run with the id or key '%s' in this store.\n'holdfast runs list STORE' shows"
                .formatted(idOrKey)
            + " which there are.");
  }

  void entries(Consumer<Entry> consumer) {
    long after = 0;
    while (true) {
      var entries = store.read(id, after, READ_ENTRIES);
      for (var entry : entries) {
        consumer.accept(entry);
        after = entry.seq();
      }
      if (entries.size() < READ_ENTRIES) {
        return;
      }
    }
  }

  RunState state() {
    List<Event> events = new ArrayList<>();
    entries(entry -> events.addAll(EventCodec.decode(entry, this::payload)));
    return RunState.fold(id, events);
  }

  String payload(String hash) {
    return store
        .payload(hash)
        .orElseThrow(() -> new IllegalStateException("the value " + hash + " is missing"))
        .data();
  }
}
