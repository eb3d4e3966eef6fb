package dev.holdfast.testkit;

import dev.holdfast.log.Event;
import dev.holdfast.log.EventCodec;
import dev.holdfast.log.HeaderFold;
import dev.holdfast.log.Json;
import dev.holdfast.store.Append;
import dev.holdfast.store.Header;
import dev.holdfast.store.HeaderChange;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Appends as the engine makes them, for tests that have no engine. */
final class Appends {

  private static final EventCodec CODEC = new EventCodec(EventCodec.INLINE_CHARS_DEFAULT);

  private Appends() {}

  /** The first append of a run. */
  static Append created(UUID run, @Nullable String key, Instant at) {
    var event =
        new Event.RunCreated(
            at,
            "w",
            null,
            key,
            Header.DEFAULT_PRIORITY,
            Header.DEFAULT_MAX_ATTEMPTS,
            null,
            null,
            null,
            null,
            null,
            Header.DEFAULT_NAMESPACE,
            null,
            Map.of());
    var insert = new HeaderChange.Insert(HeaderFold.create(run, event));
    return new Append(run, 1, 1, CODEC.encode(List.of(event)).events(), insert, List.of());
  }

  /** A later one that leaves the header alone. */
  static Append published(UUID run, long seq, String value, Instant at) {
    var event = new Event.ValuePublished(at, "v", new Json("\"" + value + "\""));
    return new Append(run, seq, 1, CODEC.encode(List.of(event)).events(), null, List.of());
  }
}
