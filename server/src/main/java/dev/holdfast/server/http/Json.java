package dev.holdfast.server.http;

import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** JSON as the outside sends it: read strictly and within limits, written from trees. */
public final class Json {

  /** Deeper than anything sensible, and shallow enough for every parser and stack below. */
  public static final int DEPTH_MAX = 200;

  private static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxNestingDepth(DEPTH_MAX).build())
                  .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .build();

  private Json() {}

  public static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  public static ArrayNode array() {
    return JsonNodeFactory.instance.arrayNode();
  }

  public static byte[] bytes(JsonNode node) {
    return MAPPER.writeValueAsBytes(node);
  }

  public static String text(JsonNode node) {
    return MAPPER.writeValueAsString(node);
  }

  /** Text that we have made or checked ourselves. */
  public static JsonNode tree(String text) {
    return MAPPER.readTree(text);
  }

  /**
   * What a client sent.
   *
   * @throws HttpProblem 400 that says where the text stops being JSON
   */
  public static JsonNode parse(String text) {
    try {
      var node = MAPPER.readTree(text);
      if (node == null || node.isMissingNode()) {
        throw HttpProblem.of(400, "not_json", "The body is empty; it must be JSON.");
      }
      return node;
    } catch (StreamConstraintsException e) {
      throw HttpProblem.of(
          400,
          "not_json",
          "The body is JSON beyond our limits: at most %d levels, numbers of 1,000 digits."
              .formatted(DEPTH_MAX));
    } catch (JacksonException e) {
      var at = e.getLocation();
      var where =
          at == null ? "" : " (line %d, column %d)".formatted(at.getLineNr(), at.getColumnNr());
      throw HttpProblem.of(400, "not_json", "The body is not JSON" + where + ".")
          .errors(List.of(new Mistake("", firstLine(e) + where, "Send valid JSON.")));
    }
  }

  private static String firstLine(JacksonException e) {
    return String.valueOf(e.getOriginalMessage()).lines().findFirst().orElse("not JSON");
  }
}
