package dev.holdfast.server.api;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Times and spans in JSON: ISO 8601 in UTC, and milliseconds. */
final class Times {

  private Times() {}

  static void put(ObjectNode node, String name, @Nullable Instant time) {
    node.put(name, time == null ? null : time.toString());
  }

  static void put(ObjectNode node, String name, @Nullable Duration duration) {
    if (duration == null) {
      node.putNull(name);
    } else {
      node.put(name, duration.toMillis());
    }
  }
}
