package dev.holdfast.server.graph;

import dev.holdfast.log.Json;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** JSON as text, as a tree, and as the maps and lists that expressions work on. */
final class Values {

  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private Values() {}

  static @Nullable Object plain(@Nullable Json json) {
    return json == null ? null : MAPPER.readValue(json.text(), Object.class);
  }

  static @Nullable Object plain(JsonNode node) {
    return MAPPER.treeToValue(node, Object.class);
  }

  static Json json(@Nullable Object plain) {
    return plain == null ? Json.NULL : new Json(MAPPER.writeValueAsString(plain));
  }

  static JsonNode tree(@Nullable Object plain) {
    return MAPPER.valueToTree(plain);
  }

  static JsonNode tree(Json json) {
    return MAPPER.readTree(json.text());
  }
}
