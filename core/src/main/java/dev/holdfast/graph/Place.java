package dev.holdfast.graph;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A place in a JSON document that is being read, and what is found wrong there. Reading goes on
 * after a mistake, so that all of them are reported at once.
 */
final class Place {

  private final JsonNode node;
  private final String pointer;
  private final List<Mistake> mistakes;

  private Place(JsonNode node, String pointer, List<Mistake> mistakes) {
    this.node = node;
    this.pointer = pointer;
    this.mistakes = mistakes;
  }

  static Place root(JsonNode node, List<Mistake> mistakes) {
    return new Place(node, "", mistakes);
  }

  JsonNode node() {
    return node;
  }

  void mistake(String message, String fix) {
    mistakes.add(new Mistake(pointer, message, fix));
  }

  /** What stands under this name; null when nothing does. */
  @Nullable Place field(String name) {
    var value = node.get(name);
    return value == null || value.isNull() ? null : at(name, value);
  }

  /** Like {@link #field}, for what must be there. */
  @Nullable Place required(String name, String fix) {
    var place = field(name);
    if (place == null) {
      at(name, node).mistake("'%s' is missing".formatted(name), fix);
    }
    return place;
  }

  List<Place> elements() {
    List<Place> elements = new ArrayList<>(node.size());
    for (int i = 0; i < node.size(); i++) {
      elements.add(at(String.valueOf(i), node.get(i)));
    }
    return elements;
  }

  boolean isObject() {
    return check(node.isObject(), "an object");
  }

  boolean isArray() {
    return check(node.isArray(), "an array");
  }

  /** The text; empty, and a mistake, when it is something else. */
  String text(int charsMax) {
    if (!check(node.isString(), "text")) {
      return "";
    }
    var text = node.stringValue();
    if (text.isBlank()) {
      mistake("is blank", "write something here");
    } else if (text.length() > charsMax) {
      mistake("has %d characters".formatted(text.length()), "use at most " + charsMax);
    } else if (hasControls(text)) {
      mistake("contains control characters", "remove them");
    }
    return text;
  }

  static boolean hasControls(String text) {
    return text.chars().anyMatch(Character::isISOControl);
  }

  int integer(int min, int max, int otherwise) {
    var wanted = "a whole number from %d to %d".formatted(min, max);
    if (!node.isIntegralNumber() || !node.canConvertToInt()) {
      check(false, wanted);
      return otherwise;
    }
    int value = node.intValue();
    if (value < min || value > max) {
      mistake("is " + value, "use " + wanted);
      return otherwise;
    }
    return value;
  }

  double number(double min, double max, double otherwise) {
    var wanted = "a number from %s to %s".formatted(plain(min), plain(max));
    if (!node.isNumber()) {
      check(false, wanted);
      return otherwise;
    }
    double value = node.doubleValue();
    if (!(value >= min && value <= max)) {
      mistake("is " + node, "use " + wanted);
      return otherwise;
    }
    return value;
  }

  @Nullable Duration duration() {
    var duration = Durations.read(node);
    if (duration.isEmpty()) {
      mistake(
          "is not a duration: " + shown(),
          "write for example \"90s\", \"1h30m\", \"2d\" or a number of seconds");
    }
    return duration.orElse(null);
  }

  void oneOf(Set<String> words) {
    if (!node.isString() || !words.contains(node.stringValue())) {
      var known = words.stream().sorted().collect(Collectors.joining(", "));
      mistake("is " + shown(), "use one of " + known);
    }
  }

  /** Whether the value will only be known when its expression is evaluated. */
  boolean isExpression() {
    return node.isString() && Template.isTemplate(node.stringValue());
  }

  boolean check(boolean fits, String wanted) {
    if (!fits) {
      mistake("is %s".formatted(shown()), "use " + wanted);
    }
    return fits;
  }

  private Place at(String name, JsonNode value) {
    return new Place(value, pointer + "/" + Expressions.escaped(name), mistakes);
  }

  private String shown() {
    return switch (node.getNodeType()) {
      case ARRAY -> "an array";
      case OBJECT -> "an object";
      case STRING -> "the text \"" + shortened(node.stringValue()) + "\"";
      default -> shortened(node.toString());
    };
  }

  static String shortened(String text) {
    return text.length() <= 40 ? text : text.substring(0, 40) + "…";
  }

  private static String plain(double number) {
    return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
  }
}
