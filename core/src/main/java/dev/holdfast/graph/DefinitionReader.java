package dev.holdfast.graph;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads a definition and finds every mistake in it, not only the first one. */
public final class DefinitionReader {

  /** Steps in all, those inside of others included. */
  public static final int STEPS_MAX = 1_000;

  /** How deep objects and arrays may stand in each other. */
  public static final int DEPTH_MAX = 100;

  public static final int NAME_CHARS_MAX = 200;
  public static final int PARALLEL_MAX = 1_000;

  private static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxNestingDepth(DEPTH_MAX).build())
                  .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                  .build())
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  /**
   * What was read.
   *
   * @param definition null when there are mistakes
   * @param json the document; null when it is none
   */
  public record Result(
      @Nullable Definition definition, List<Mistake> mistakes, @Nullable JsonNode json) {}

  private final List<Mistake> mistakes = new ArrayList<>();

  private DefinitionReader() {}

  public static Result read(String json) {
    JsonNode root;
    try {
      root = MAPPER.readTree(json);
    } catch (JacksonException e) {
      var message = "is not JSON that can be read: " + e.getOriginalMessage();
      var fix = "correct the JSON" + where(e);
      return new Result(null, List.of(new Mistake("", message, fix)), null);
    }
    return new DefinitionReader().read(root);
  }

  private static String where(JacksonException e) {
    var at = e.getLocation();
    return at == null ? "" : " at line %d, column %d".formatted(at.getLineNr(), at.getColumnNr());
  }

  private Result read(JsonNode json) {
    var root = Place.root(json, mistakes);
    if (!root.isObject()) {
      return new Result(null, mistakes, json);
    }
    var name = root.required("name", "give the workflow a name");
    var nameText = name == null ? "" : name.text(NAME_CHARS_MAX);
    var steps = new StepReader(STEPS_MAX).readBlock(root, null);
    var timeout = root.field("timeout");
    Duration duration = timeout == null ? null : timeout.duration();
    var retry = root.field("retry");
    var retries = retry == null || !retry.isObject() ? null : RetryReader.values(retry);
    var schema = root.field("input_schema");
    if (schema != null && !schema.node().isBoolean()) {
      schema.isObject();
    }
    if (steps == null || !mistakes.isEmpty()) {
      // What is missing or strange would only lead to further mistakes about references.
      return new Result(null, List.copyOf(mistakes), json);
    }
    var definition =
        new Definition(
            nameText,
            steps,
            schema == null ? null : schema.node(),
            json.get("output"),
            duration,
            retries);
    new ReferenceCheck(json, mistakes).check(definition);
    return new Result(mistakes.isEmpty() ? definition : null, List.copyOf(mistakes), json);
  }
}
