package dev.holdfast;

import dev.holdfast.log.Json;
import java.lang.reflect.Type;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/** Java values to stored JSON and back: plain JSON, no class names, so that classes may move. */
final class Values {

  private final JsonMapper mapper =
      JsonMapper.builder()
          .annotationIntrospector(new SealedTypes())
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private final ConcurrentHashMap<Type, ObjectWriter> writers = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<Type, ObjectReader> readers = new ConcurrentHashMap<>();

  Json write(@Nullable Object value, Type type) {
    try {
      if (value == null) {
        return Json.NULL;
      }
      var writer = writers.computeIfAbsent(type, t -> mapper.writerFor(mapper.constructType(t)));
      var json = new Json(writer.writeValueAsString(value));
      if (type.equals(Object.class) && !value.equals(mapper.readValue(json.text(), Object.class))) {
        throw new HoldfastException(
            "a %s would come back as something else, because its type is only known as Object:"
                    .formatted(value.getClass().getName())
                + " use a method reference, or give the type: new Type<Order>() {}");
      }
      return json;
    } catch (JacksonException e) {
      throw new HoldfastException(
          "a value of type %s cannot be stored as JSON: %s"
              .formatted(type.getTypeName(), e.getOriginalMessage()),
          e);
    }
  }

  @SuppressWarnings("TypeParameterUnusedInFormals")
  <T extends @Nullable Object> T read(Json json, Type type) {
    try {
      return readers
          .computeIfAbsent(type, t -> mapper.readerFor(mapper.constructType(t)))
          .readValue(json.text());
    } catch (JacksonException e) {
      throw new HoldfastException(
          "a stored value no longer fits the type %s: %s"
              .formatted(type.getTypeName(), e.getOriginalMessage()),
          e);
    }
  }
}
