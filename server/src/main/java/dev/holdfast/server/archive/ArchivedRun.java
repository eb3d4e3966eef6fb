package dev.holdfast.server.archive;

import dev.holdfast.store.Entry;
import dev.holdfast.store.Header;
import dev.holdfast.store.Store;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A run as one line of an archive: what its header said, and its whole log with large values put
 * in.
 */
public record ArchivedRun(JsonNode json) {

  /** Numbers come out as they were written. */
  static final JsonMapper MAPPER =
      JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();

  private static final int PAGE = 500;

  /** Reads the run; its log no longer changes. */
  static ArchivedRun of(Store store, Header header) {
    var line = MAPPER.createObjectNode();
    var state = header.state();
    line.put("id", header.id().toString());
    line.put("workflow", header.workflow());
    line.put("workflow_id", text(header.workflowId()));
    line.put("key", header.key());
    line.put("status", state.status().word());
    line.put("priority", header.priority());
    line.put("parent_run", text(header.parentRun()));
    line.put("order_id", header.orderId());
    line.put("created_at", header.createdAt().toString());
    line.put("started_at", text(state.startedAt()));
    line.put("finished_at", text(state.finishedAt()));
    line.put("error", state.lastError());
    put(line, "input", header.input());
    put(line, "result", state.result());
    var events = line.putArray("events");
    long after = 0;
    while (true) {
      var page = store.read(header.id(), after, PAGE);
      for (var entry : page) {
        add(events, store, entry);
        after = entry.seq();
      }
      if (page.size() < PAGE) {
        // Of a graph the header has only the id of its definition.
        var name = events.path(0).path("definition").path("name").asString(header.workflow());
        return new ArchivedRun(line.put("workflow", name));
      }
    }
  }

  public String id() {
    return json.path("id").asString("");
  }

  public String text(String field) {
    return json.path(field).asString("");
  }

  public JsonNode events() {
    return json.path("events");
  }

  private static void add(ArrayNode events, Store store, Entry entry) {
    long seq = entry.seq();
    for (var event : MAPPER.readTree(entry.events())) {
      var line = events.addObject().put("seq", seq++);
      event.properties().forEach(field -> put(line, store, field.getKey(), field.getValue()));
    }
  }

  /** A reference to a large value has the name of its field and an at sign. */
  private static void put(ObjectNode line, Store store, String name, JsonNode value) {
    var payload = name.endsWith("@") && value.isString() ? store.payload(value.asString()) : null;
    if (payload != null && payload.isPresent()) {
      line.set(name.substring(0, name.length() - 1), MAPPER.readTree(payload.get().data()));
    } else {
      line.set(name, value);
    }
  }

  private static void put(ObjectNode line, String name, @Nullable String json) {
    if (json == null) {
      line.putNull(name);
    } else {
      line.set(name, MAPPER.readTree(json));
    }
  }

  private static @Nullable String text(@Nullable UUID id) {
    return id == null ? null : id.toString();
  }

  private static @Nullable String text(@Nullable Instant time) {
    return time == null ? null : time.toString();
  }
}
