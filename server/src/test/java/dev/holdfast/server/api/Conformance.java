package dev.holdfast.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Checks answers against the OpenAPI document of the server that gave them. */
public final class Conformance {

  private static final JsonMapper JSON = new JsonMapper();

  private final JsonNode api;
  private final SchemaRegistry registry =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
  private final Map<JsonNode, Schema> schemas = new ConcurrentHashMap<>();

  public Conformance(String openApi) {
    this.api = JSON.readTree(openApi);
  }

  /** Fails unless this answer is documented, and has the shape that the document says. */
  public void check(String method, String path, int status, String type, String body) {
    var operation = operation(method, path);
    if (operation == null) {
      assertThat(status).as("%s %s is not documented", method, path).isIn(400, 404, 405, 431);
      if (!method.equals("HEAD")) {
        problem(type, body);
      }
      return;
    }
    var answer = operation.get("responses").get(String.valueOf(status));
    assertThat(answer).as("%s %s may not answer %d: %s", method, path, status, body).isNotNull();
    var content = answer.get("content");
    if (content == null) {
      assertThat(body).isEmpty();
      return;
    }
    assertThat(content.has(type))
        .as("%s %s answered %d as %s", method, path, status, type)
        .isTrue();
    if (type.endsWith("json") && !method.equals("HEAD")) {
      var schema = content.get(type).get("schema");
      var errors = schema(schema).validate(JSON.readTree(body));
      assertThat(errors).as("%s %s answered %s", method, path, body).isEmpty();
    }
  }

  private void problem(String type, String body) {
    assertThat(type).isEqualTo("application/problem+json");
    var schema = JSON.createObjectNode().put("$ref", "#/components/schemas/Problem");
    assertThat(schema(schema).validate(JSON.readTree(body))).as(body).isEmpty();
  }

  private Schema schema(JsonNode schema) {
    return schemas.computeIfAbsent(
        schema,
        wanted -> {
          var whole = JSON.createObjectNode();
          whole.set("components", api.get("components"));
          whole.set("$ref", wanted.get("$ref"));
          return registry.getSchema(whole);
        });
  }

  /** The operation whose path fits best: one with fewer parameters goes first. */
  private @Nullable JsonNode operation(String method, String path) {
    JsonNode best = null;
    int fewest = Integer.MAX_VALUE;
    var wanted = method.equals("HEAD") ? "get" : method.toLowerCase(Locale.ROOT);
    for (var item : api.get("paths").properties()) {
      var pattern = item.getKey().replace("{step}", ".+").replaceAll("\\{[a-z_]+}", "[^/]+");
      int parameters = item.getKey().split("\\{", -1).length;
      if (path.matches(pattern) && item.getValue().has(wanted) && parameters < fewest) {
        best = item.getValue().get(wanted);
        fewest = parameters;
      }
    }
    return best;
  }
}
