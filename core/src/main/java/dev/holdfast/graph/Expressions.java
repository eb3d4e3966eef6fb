package dev.holdfast.graph;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Finds the expressions in a JSON value. */
public final class Expressions {

  /**
   * An expression and where it stands.
   *
   * @param pointer of the text that it is part of
   * @param closed false when its brace is missing; then the text is all there is
   */
  public record Found(String pointer, String text, boolean closed) {}

  private Expressions() {}

  /**
   * All expressions in the value.
   *
   * @param pointer of the value itself
   */
  public static List<Found> in(JsonNode value, String pointer) {
    List<Found> found = new ArrayList<>();
    look(value, pointer, found);
    return found;
  }

  /** A name as a part of a JSON pointer. */
  public static String escaped(String name) {
    return name.replace("~", "~0").replace("/", "~1");
  }

  private static void look(JsonNode value, String at, List<Found> found) {
    if (value.isString() && Template.isTemplate(value.stringValue())) {
      parts(value.stringValue(), at, found);
    } else if (value.isArray()) {
      for (int i = 0; i < value.size(); i++) {
        look(value.get(i), at + "/" + i, found);
      }
    } else if (value.isObject()) {
      value
          .propertyStream()
          .forEach(field -> look(field.getValue(), at + "/" + escaped(field.getKey()), found));
    }
  }

  private static void parts(String text, String at, List<Found> found) {
    try {
      for (var part : Template.of(text).parts()) {
        if (part instanceof Template.Expression expression) {
          found.add(new Found(at, expression.text(), true));
        }
      }
    } catch (Template.Unclosed e) {
      found.add(new Found(at, text, false));
    }
  }
}
