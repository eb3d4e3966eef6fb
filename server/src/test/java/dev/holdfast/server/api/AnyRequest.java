package dev.holdfast.server.api;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Makes up requests from an OpenAPI document: some as it wants them, some nearly so, some not. */
final class AnyRequest {

  private static final JsonMapper JSON = new JsonMapper();

  private static final List<String> ODD =
      List.of(
          "",
          " ",
          "'",
          "\" OR 1=1 --",
          "../../etc/passwd",
          "a/b",
          "%00",
          "\u0000",
          "\u0007\u001b[31m",
          "😀😀",
          "\ud800",
          "null",
          "-1",
          "99999999999999999999",
          "1e400",
          "NaN",
          "x".repeat(3_000),
          "2026-13-45T99:99:99Z",
          "${steps.a.output}",
          "<script>");

  private static final List<String> BROKEN =
      List.of(
          "", "{", "[1,", "nul", "\"", "{\"a\":1}}", "\u0000", "[".repeat(2_000), "'a'", "{a:1}");

  /** A request. */
  record Made(String method, String path, @Nullable String body, String type) {}

  private record Operation(String method, String path, JsonNode says) {}

  private final SplittableRandom random;
  private final JsonNode schemas;
  private final List<Operation> operations = new ArrayList<>();
  private final Map<String, List<String>> known;

  /**
   * @param known values that exist, by the name of the parameter they are for
   */
  AnyRequest(JsonNode api, SplittableRandom random, Map<String, List<String>> known) {
    this.random = random;
    this.schemas = api.at("/components/schemas");
    this.known = known;
    for (var path : api.get("paths").properties()) {
      // A stream never ends by itself; it has tests of its own.
      if (!path.getKey().endsWith("/stream")) {
        for (var operation : path.getValue().properties()) {
          operations.add(
              new Operation(
                  operation.getKey().toUpperCase(Locale.ROOT),
                  path.getKey(),
                  operation.getValue()));
        }
      }
    }
  }

  int operations() {
    return operations.size();
  }

  Made next() {
    var operation = operations.get(random.nextInt(operations.size()));
    var path = new StringBuilder(operation.path());
    for (var parameter : operation.says().path("parameters")) {
      var name = parameter.get("name").asString();
      if (parameter.get("in").asString().equals("path")) {
        int at = path.indexOf("{" + name + "}");
        path.replace(at, at + name.length() + 2, encoded(pathValue(operation.path(), name)));
      } else if (chance(0.3)) {
        path.append(path.indexOf("?") < 0 ? '?' : '&').append(name).append('=');
        path.append(encoded(queryValue(parameter.get("schema"), name)));
      }
    }
    var method =
        chance(0.04) ? pick(List.of("PUT", "DELETE", "PATCH", "HEAD")) : operation.method();
    var wanted = operation.says().at("/requestBody/content/application~1json/schema");
    var body = method.equals("POST") ? body(wanted) : null;
    return new Made(
        method, path.toString(), body, chance(0.03) ? "text/plain" : "application/json");
  }

  private String pathValue(String path, String name) {
    var kind = name.equals("id") ? path.substring(1).replaceAll("/.*", "") : name;
    var there = known.getOrDefault(kind, List.of());
    return there.isEmpty() || chance(0.15) ? odd() : pick(there);
  }

  private String queryValue(JsonNode schema, String name) {
    var there = known.getOrDefault(name, List.of());
    if (!there.isEmpty() && chance(0.3)) {
      return pick(there);
    }
    return chance(0.3) ? odd() : text(any(schema, 0));
  }

  private @Nullable String body(JsonNode wanted) {
    if (wanted.isMissingNode() || chance(0.1)) {
      return chance(0.7) ? null : "{}";
    }
    if (chance(0.08)) {
      return pick(BROKEN);
    }
    var body = any(wanted, 0);
    for (int i = random.nextInt(4); i > 0 && chance(0.5); i--) {
      body = spoiled(body);
    }
    return JSON.writeValueAsString(body);
  }

  /** A value that fits the schema, as far as it says. */
  private JsonNode any(JsonNode schema, int depth) {
    if (schema.has("$ref")) {
      var name = schema.get("$ref").asString().replaceAll(".*/", "");
      if (name.equals("WorkflowDefinition")) {
        return definition();
      }
      return any(schemas.get(name), depth + 1);
    }
    if (schema.has("enum")) {
      return schema.get("enum").get(random.nextInt(schema.get("enum").size()));
    }
    var type = schema.path("type");
    var wanted =
        type.isArray() ? type.get(random.nextInt(type.size())).asString() : type.asString("any");
    return switch (depth > 4 ? "null" : wanted) {
      case "object" -> object(schema, depth);
      case "array" -> JSON.createArrayNode().add(any(schema.path("items"), depth + 1));
      case "string" -> JSON.getNodeFactory().stringNode(chance(0.3) ? odd() : word());
      case "integer" -> JSON.getNodeFactory().numberNode(number(schema));
      case "number" -> JSON.getNodeFactory().numberNode(random.nextDouble(1_000));
      case "boolean" -> JSON.getNodeFactory().booleanNode(chance(0.5));
      case "null" -> JSON.nullNode();
      default ->
          pick(
              List.of(
                  JSON.nullNode(),
                  JSON.createObjectNode().put("a", 1),
                  JSON.readTree("[1,\"b\"]")));
    };
  }

  private ObjectNode object(JsonNode schema, int depth) {
    var object = JSON.createObjectNode();
    for (var field : schema.path("properties").properties()) {
      var there = known.getOrDefault(field.getKey(), List.of());
      if (!there.isEmpty() && chance(0.3)) {
        object.put(field.getKey(), pick(there));
      } else if (chance(0.5) || schema.path("required").toString().contains(field.getKey())) {
        object.set(field.getKey(), any(field.getValue(), depth + 1));
      }
    }
    return object;
  }

  private long number(JsonNode schema) {
    long least = schema.path("minimum").asLong(-5);
    return random.nextLong(least, Math.max(least + 1, schema.path("maximum").asLong(500)));
  }

  /** Quick steps that depend on each other in ways that may or may not make sense. */
  private JsonNode definition() {
    var definition = JSON.createObjectNode().put("name", "fuzz-" + random.nextInt(5));
    var steps = definition.putArray("steps");
    int count = random.nextInt(5);
    for (int i = 0; i < count; i++) {
      var step = steps.addObject().put("id", "s" + (chance(0.05) ? 0 : i)).put("type", "task");
      step.putObject("config")
          .put("duration_seconds", 0)
          .put("fail_probability", pick(List.of(0.0, 0.5, 1.0)))
          .put("max_retries", random.nextInt(3));
      if (i > 0 || chance(0.1)) {
        step.putArray("depends_on").add("s" + random.nextInt(Math.max(1, chance(0.1) ? count : i)));
      }
    }
    return definition;
  }

  /** The same with one thing wrong, or changed. */
  private JsonNode spoiled(JsonNode value) {
    if (value instanceof ObjectNode object && !object.isEmpty() && chance(0.8)) {
      var names = new ArrayList<>(object.propertyNames());
      var name = names.get(random.nextInt(names.size()));
      switch (random.nextInt(4)) {
        case 0 -> object.remove(name);
        case 1 -> object.put(odd(), odd());
        case 2 -> object.set(name, spoiled(object.get(name)));
        default -> object.set(name, strange());
      }
      return object;
    }
    return strange();
  }

  private JsonNode strange() {
    return pick(
        List.of(
            JSON.nullNode(),
            JSON.getNodeFactory().numberNode(random.nextLong()),
            JSON.getNodeFactory().numberNode(-0.5),
            JSON.getNodeFactory().stringNode(odd()),
            JSON.createArrayNode().add(odd()).add(1),
            JSON.createObjectNode().put(odd(), true),
            JSON.readTree("[".repeat(60) + "]".repeat(60))));
  }

  private String odd() {
    return pick(ODD);
  }

  private String word() {
    return pick(List.of("a", "order-7", "two words", "Größe", "2026-01-31T12:00:00Z"));
  }

  private boolean chance(double of) {
    return random.nextDouble() < of;
  }

  private <T> T pick(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }

  private static String text(JsonNode value) {
    return value.isString() ? value.asString() : value.toString();
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
