package dev.holdfast.server.api;

import dev.holdfast.server.http.Json;
import dev.holdfast.store.Entry;
import dev.holdfast.store.Micros;
import dev.holdfast.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Events as JSON: number, type, time, step and attempt, and whatever else the event says under
 * {@code data}. A large value stands there as {@code {"$payload": hash}}.
 */
final class EventJson {

  private static final Set<String> TIMES =
      Set.of("dueAt", "retryAt", "wakeAt", "runAt", "deadline");

  private static final Set<String> OWN = Set.of("type", "at", "step", "attempt", "v");
  private static final int LOOK_BACK = 16;

  /** What was written can be read, however deep it is. */
  private static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(Integer.MAX_VALUE)
                          .maxNumberLength(Integer.MAX_VALUE)
                          .maxStringLength(Integer.MAX_VALUE)
                          .maxNameLength(Integer.MAX_VALUE)
                          .build())
                  .build())
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .build();

  private EventJson() {}

  /** The events of an entry, each with its number. */
  static List<ObjectNode> of(Entry entry) {
    List<ObjectNode> events = new ArrayList<>();
    long seq = entry.seq();
    for (var stored : MAPPER.readTree(entry.events())) {
      events.add(event(seq++, stored));
    }
    return events;
  }

  /** At most so many events behind this number. */
  static List<ObjectNode> page(Store store, UUID run, long after, int limit) {
    List<ObjectNode> events = new ArrayList<>();
    long from = entryBefore(store, run, after);
    while (events.size() < limit) {
      var entries = store.read(run, from, limit);
      for (var entry : entries) {
        from = entry.seq();
        for (var event : of(entry)) {
          if (event.get("seq").asLong() > after && events.size() < limit) {
            events.add(event);
          }
        }
      }
      if (entries.size() < limit) {
        break;
      }
    }
    return events;
  }

  /**
   * From where to read to get the entry that holds the event behind this one: entries are found by
   * their first event, and that may be some way back.
   */
  static long entryBefore(Store store, UUID run, long after) {
    for (long back = LOOK_BACK; back < after; back *= LOOK_BACK) {
      var entries = store.read(run, after - back, 1);
      if (entries.isEmpty() || entries.getFirst().seq() <= after) {
        return after - back;
      }
    }
    return 0;
  }

  private static ObjectNode event(long seq, JsonNode stored) {
    var node = Json.object();
    node.put("seq", seq);
    node.set("type", stored.get("type"));
    node.put("at", Micros.instant(stored.get("at").asLong()).toString());
    if (stored.has("step")) {
      node.set("step", stored.get("step"));
      node.put("attempt", stored.has("attempt") ? stored.get("attempt").asInt() : 1);
    } else {
      node.putNull("step");
      node.putNull("attempt");
    }
    var data = node.putObject("data");
    for (var field : stored.properties()) {
      var name = field.getKey();
      if (TIMES.contains(name)) {
        data.put(snake(name), Micros.instant(field.getValue().asLong()).toString());
      } else if (name.endsWith("@")) {
        var plain = snake(name.substring(0, name.length() - 1));
        data.putObject(plain).set("$payload", field.getValue());
      } else if (!OWN.contains(name)) {
        data.set(snake(name), field.getValue());
      }
    }
    return node;
  }

  private static String snake(String name) {
    var text = new StringBuilder();
    name.chars()
        .forEach(
            c -> {
              if (Character.isUpperCase(c)) {
                text.append('_').append((char) Character.toLowerCase(c));
              } else {
                text.append((char) c);
              }
            });
    return text.toString();
  }
}
