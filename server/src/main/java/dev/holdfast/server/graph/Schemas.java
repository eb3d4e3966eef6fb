package dev.holdfast.server.graph;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import dev.holdfast.graph.Expressions;
import dev.holdfast.graph.Mistake;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** JSON Schema: the one of definitions, and those that definitions have for their input. */
final class Schemas {

  private static final int CACHED_MAX = 200;
  private static final int MISTAKES_MAX = 50;
  private static final String META = "https://json-schema.org/draft/2020-12/schema";

  private static final SchemaRegistry REGISTRY =
      SchemaRegistry.withDefaultDialect(
          SpecificationVersion.DRAFT_2020_12,
          builder ->
              builder.schemaRegistryConfig(
                  SchemaRegistryConfig.builder()
                      .regularExpressionFactory(BoundedRegex::new)
                      .build()));

  private static final Map<String, Schema> CACHED =
      Collections.synchronizedMap(
          new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Schema> eldest) {
              return size() > CACHED_MAX;
            }
          });

  /** The schema of definitions. */
  private static final JsonNode WORKFLOW = load();

  private Schemas() {}

  /** What is wrong with a definition as a piece of JSON. */
  static List<Mistake> ofDefinition(JsonNode definition) {
    return mistakes(WORKFLOW, definition);
  }

  /** What is wrong with a schema that somebody wrote. */
  static List<Mistake> ofSchema(JsonNode schema, String pointer) {
    List<Mistake> mistakes = new ArrayList<>();
    references(schema, pointer, mistakes);
    if (mistakes.isEmpty()) {
      for (var error : REGISTRY.getSchema(SchemaLocation.of(META)).validate(schema)) {
        mistakes.add(mistake(error, pointer));
      }
    }
    if (mistakes.isEmpty()) {
      try {
        REGISTRY.getSchema(schema).validate(JsonMapper.shared().nullNode());
      } catch (SchemaException | BoundedRegex.Bad e) {
        mistakes.add(new Mistake(pointer, "cannot be used: " + e.getMessage(), "correct it"));
      }
    }
    return mistakes;
  }

  /** How a value does not fit a schema. */
  static List<Mistake> mistakes(JsonNode schema, JsonNode value) {
    var read = CACHED.computeIfAbsent(schema.toString(), text -> REGISTRY.getSchema(schema));
    try {
      return read.validate(value).stream()
          .limit(MISTAKES_MAX)
          .map(error -> mistake(error, ""))
          .toList();
    } catch (BoundedRegex.Bad e) {
      return List.of(new Mistake("", String.valueOf(e.getMessage()), "use a simpler pattern"));
    } catch (SchemaException e) {
      return List.of(new Mistake("", "cannot be checked: " + e.getMessage(), "correct the schema"));
    }
  }

  private static Mistake mistake(Error error, String prefix) {
    var missing = error.getProperty() != null && error.getKeyword().equals("required");
    var at = prefix + error.getInstanceLocation();
    var pointer = missing ? at + "/" + Expressions.escaped(error.getProperty()) : at;
    var message = error.getMessage();
    return new Mistake(pointer, message, "see the schema: " + error.getEvaluationPath());
  }

  /** Other documents are never fetched: a schema says all there is to say by itself. */
  private static void references(JsonNode schema, String at, List<Mistake> mistakes) {
    if (schema.isObject()) {
      for (var field : schema.properties()) {
        var name = field.getKey();
        var value = field.getValue();
        boolean refers = name.equals("$ref") || name.equals("$dynamicRef");
        if (refers && value.isString() && !value.stringValue().startsWith("#")) {
          mistakes.add(
              new Mistake(
                  at + "/" + name,
                  "refers to another document",
                  "copy it into $defs and refer to \"#/$defs/...\""));
        }
        references(value, at + "/" + Expressions.escaped(name), mistakes);
      }
    } else if (schema.isArray()) {
      for (int i = 0; i < schema.size(); i++) {
        references(schema.get(i), at + "/" + i, mistakes);
      }
    }
  }

  private static JsonNode load() {
    try (var in = Schemas.class.getResourceAsStream(Graphs.SCHEMA_RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException("missing " + Graphs.SCHEMA_RESOURCE);
      }
      return JsonMapper.shared().readTree(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
