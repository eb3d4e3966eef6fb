package dev.holdfast.log;

import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;

/**
 * A JSON value as text, as it was written. Kept as text so that what is read back is what was
 * stored, digit for digit, and so that nothing is parsed before somebody asks for it.
 */
public record Json(String text) {

  public static final Json NULL = new Json("null");

  /** Space around a value is no part of it, and would not come back from the log. */
  public Json {
    text = text.strip();
  }

  @Override
  public String toString() {
    return text;
  }

  /** An object of lists of text. */
  public static Json ofLists(Map<String, List<String>> lists) {
    var text = new StringWriter();
    try (var json = EventCodec.JSON.createGenerator(ObjectWriteContext.empty(), text)) {
      json.writeStartObject();
      lists.forEach(
          (name, values) -> {
            json.writeArrayPropertyStart(name);
            values.forEach(json::writeString);
            json.writeEndArray();
          });
      json.writeEndObject();
    }
    return new Json(text.toString());
  }

  /** The text under this name, if this is an object that has it at its top. */
  public @Nullable String property(String name) {
    try (var json = EventCodec.JSON.createParser(ObjectReadContext.empty(), text)) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        return null;
      }
      while (json.nextToken() == JsonToken.PROPERTY_NAME) {
        boolean wanted = json.currentName().equals(name);
        if (json.nextToken() == JsonToken.VALUE_STRING && wanted) {
          return json.getString();
        }
        json.skipChildren();
      }
      return null;
    }
  }

  /** A text as JSON. */
  public static Json ofText(String value) {
    var text = new StringWriter();
    try (var json = EventCodec.JSON.createGenerator(ObjectWriteContext.empty(), text)) {
      json.writeString(value);
    }
    return new Json(text.toString());
  }

  /** One of the lists of {@link #ofLists}; empty when there is none of that name. */
  public List<String> list(String name) {
    List<String> values = new ArrayList<>();
    try (var json = EventCodec.JSON.createParser(ObjectReadContext.empty(), text)) {
      json.nextToken();
      while (json.nextToken() == JsonToken.PROPERTY_NAME) {
        boolean wanted = json.currentName().equals(name);
        json.nextToken();
        while (json.nextToken() == JsonToken.VALUE_STRING) {
          if (wanted) {
            values.add(json.getString());
          }
        }
      }
    }
    return values;
  }
}
