package dev.holdfast.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.regex.Pattern;
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

  /** An escape that may be half a character. */
  private static final Pattern HALF = Pattern.compile("\\\\u[dD][89a-fA-F]");

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
      if (HALF.matcher(text).find()) {
        refuseHalves(node);
      }
      return node;
    } catch (StreamConstraintsException e) {
      throw HttpProblem.of(
          400,
          "not_json",
          "The body is JSON beyond our limits: at most %d levels, numbers of 1,000 digits."
              .formatted(DEPTH_MAX));
    } catch (ArithmeticException | NumberFormatException e) {
      throw HttpProblem.of(400, "not_json", "A number in the body is beyond all measure.");
    } catch (JacksonException e) {
      var at = e.getLocation();
      var where =
          at == null ? "" : " (line %d, column %d)".formatted(at.getLineNr(), at.getColumnNr());
      throw HttpProblem.of(400, "not_json", "The body is not JSON" + where + ".")
          .errors(List.of(new Mistake("", firstLine(e) + where, "Send valid JSON.")));
    }
  }

  /** Half a character can be written as an escape, and can be stored nowhere. */
  private static void refuseHalves(JsonNode node) {
    if (node.isString() && !UTF_8.newEncoder().canEncode(node.stringValue())) {
      throw HttpProblem.of(400, "not_json", "The body has half a character in it (\\ud800).");
    }
    for (var field : node.properties()) {
      if (!UTF_8.newEncoder().canEncode(field.getKey())) {
        throw HttpProblem.of(400, "not_json", "A name in the body has half a character in it.");
      }
      refuseHalves(field.getValue());
    }
    if (node.isArray()) {
      node.forEach(Json::refuseHalves);
    }
  }

  private static String firstLine(JacksonException e) {
    return String.valueOf(e.getOriginalMessage()).lines().findFirst().orElse("not JSON");
  }
}
