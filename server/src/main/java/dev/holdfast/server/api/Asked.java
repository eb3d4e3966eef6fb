package dev.holdfast.server.api;

import dev.holdfast.log.Json;
import dev.holdfast.server.http.Exchange;
import dev.holdfast.server.http.HttpProblem;
import dev.holdfast.server.http.Mistake;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The body of a request that is an object with a few known fields. All that is wrong with it is
 * gathered and said at once, by {@link #done}.
 */
final class Asked {

  private static final int TEXT_CHARS_MAX = 1_000;

  private final ObjectNode body;
  private final List<Mistake> mistakes = new ArrayList<>();

  private Asked(ObjectNode body) {
    this.body = body;
  }

  /** An empty body counts as an object without fields. */
  static Asked of(Exchange exchange, Set<String> fields) throws InterruptedException {
    var json = exchange.json().orElseGet(dev.holdfast.server.http.Json::object);
    if (!(json instanceof ObjectNode object)) {
      throw problem(List.of(new Mistake("", "must be an object", "Put it in { }.")));
    }
    var asked = new Asked(object);
    for (var name : object.propertyNames()) {
      if (!fields.contains(name)) {
        asked.wrong(
            "/" + escape(name),
            "means nothing here",
            fields.isEmpty()
                ? "Leave it out."
                : "The fields are: " + String.join(", ", fields.stream().sorted().toList()) + ".");
      }
    }
    return asked;
  }

  @Nullable JsonNode node(String name) {
    var found = body.get(name);
    return found == null || found.isNull() ? null : found;
  }

  boolean has(String name) {
    return body.has(name);
  }

  /** Any value, as it was sent; null when the field is not there. */
  @Nullable Json value(String name) {
    var found = body.get(name);
    return found == null ? null : new Json(dev.holdfast.server.http.Json.text(found));
  }

  @Nullable String text(String name) {
    var found = node(name);
    if (found == null) {
      return null;
    }
    if (!found.isString()) {
      wrong("/" + name, "must be a text", "Put it in quotes.");
      return null;
    }
    var text = found.stringValue();
    if (text.isBlank() || text.length() > TEXT_CHARS_MAX) {
      wrong(
          "/" + name,
          "must have 1 to %,d characters".formatted(TEXT_CHARS_MAX),
          "Shorten it, or leave it out.");
      return null;
    }
    if (text.indexOf(0) >= 0 || !wellFormed(text)) {
      wrong("/" + name, "has characters that cannot be stored", "Leave them out.");
      return null;
    }
    return text;
  }

  int number(String name, int otherwise, int least, int most) {
    var found = node(name);
    if (found == null) {
      return otherwise;
    }
    if (!found.isInt() || found.intValue() < least || found.intValue() > most) {
      wrong(
          "/" + name,
          "must be a whole number from %d to %d".formatted(least, most),
          "Give such a number, or leave it out.");
      return otherwise;
    }
    return found.intValue();
  }

  boolean flag(String name) {
    var found = node(name);
    if (found != null && !found.isBoolean()) {
      wrong("/" + name, "must be true or false", "Leave out the quotes.");
    }
    return found != null && found.isBoolean() && found.booleanValue();
  }

  void wrong(String pointer, String message, String fix) {
    mistakes.add(new Mistake(pointer, message, fix));
  }

  /** Called when everything was read: says what is wrong, if anything is. */
  void done() {
    if (!mistakes.isEmpty()) {
      throw problem(mistakes);
    }
  }

  static HttpProblem problem(List<Mistake> mistakes) {
    var first = mistakes.getFirst();
    return HttpProblem.of(
            422,
            "invalid",
            mistakes.size() == 1
                ? "The body is not right: %s %s."
                    .formatted(first.pointer(), first.message())
                    .strip()
                : "The body is not right in %d places.".formatted(mistakes.size()))
        .errors(mistakes);
  }

  private static boolean wellFormed(String text) {
    return StandardCharsets.UTF_8.newEncoder().canEncode(text);
  }

  private static String escape(String name) {
    return name.replace("~", "~0").replace("/", "~1");
  }
}
