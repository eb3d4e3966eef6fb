package dev.holdfast.server.cli;

import dev.holdfast.server.client.ServerClient;
import dev.holdfast.store.Micros;
import java.time.Instant;
import java.util.Set;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The events of a run as a server tells them, put back into the form in which the log has them: one
 * form of export, whoever exports.
 */
final class ServerEvents {

  private static final int PAGE = 1_000;

  /** What the server writes as texts and the log as microseconds. */
  private static final Set<String> TIMES =
      Set.of("dueAt", "retryAt", "wakeAt", "runAt", "deadline");

  private ServerEvents() {}

  static void each(ServerClient client, String run, Consumer<ObjectNode> consumer) {
    long after = 0;
    while (true) {
      var page = client.get("/runs/" + run + "/events?limit=" + PAGE + "&after=" + after);
      for (var event : page) {
        consumer.accept(asStored(client, event));
        after = event.path("seq").asLong();
      }
      if (page.size() < PAGE) {
        return;
      }
    }
  }

  private static ObjectNode asStored(ServerClient client, JsonNode event) {
    var stored = ServerClient.JSON.createObjectNode();
    stored.set("seq", event.path("seq"));
    stored.set("type", event.path("type"));
    stored.put("at", micros(event.path("at")));
    if (!event.path("step").isNull()) {
      stored.set("step", event.path("step"));
      if (event.path("attempt").asInt(1) != 1) {
        stored.set("attempt", event.path("attempt"));
      }
    }
    for (var field : event.path("data").properties()) {
      var name = camel(field.getKey());
      var value = field.getValue();
      if (TIMES.contains(name)) {
        stored.put(name, micros(value));
      } else if (value.size() == 1 && value.has("$payload")) {
        stored.set(name, client.get("/payloads/" + value.path("$payload").asString()));
      } else {
        stored.set(name, value);
      }
    }
    return stored;
  }

  private static long micros(JsonNode time) {
    return Micros.of(Instant.parse(time.asString()));
  }

  private static String camel(String snake) {
    var text = new StringBuilder();
    boolean upper = false;
    for (int i = 0; i < snake.length(); i++) {
      char c = snake.charAt(i);
      if (c == '_') {
        upper = true;
      } else {
        text.append(upper ? Character.toUpperCase(c) : c);
        upper = false;
      }
    }
    return text.toString();
  }
}
