package dev.holdfast.log;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Events of every kind, made from their declarations, so that a new kind is never forgotten. */
final class EventSamples {

  static final Instant AT = Instant.parse("2026-01-02T03:04:05.000006Z");

  private EventSamples() {}

  /** All kinds of events there are. */
  static List<Class<?>> kinds() {
    return kinds(Event.class).toList();
  }

  /** An event of this kind in which every component has a value of its own. */
  static Event full(Class<?> kind) {
    return make(kind, component -> true);
  }

  /** An event of this kind without anything that may be missing. */
  static Event least(Class<?> kind) {
    return make(kind, component -> !nullable(component));
  }

  private static Stream<Class<?>> kinds(Class<?> type) {
    return type.isSealed()
        ? Arrays.stream(type.getPermittedSubclasses()).flatMap(EventSamples::kinds)
        : Stream.of(type);
  }

  private static boolean nullable(RecordComponent component) {
    return component.getAnnotatedType().isAnnotationPresent(Nullable.class);
  }

  private static Event make(Class<?> kind, Predicate<RecordComponent> present) {
    var components = kind.getRecordComponents();
    var types = Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    var values =
        Arrays.stream(components)
            .map(component -> present.test(component) ? value(component) : null)
            .toArray();
    try {
      var constructor = kind.getDeclaredConstructor(types);
      return (Event) constructor.newInstance(values);
    } catch (NoSuchMethodException
        | InstantiationException
        | IllegalAccessException
        | InvocationTargetException e) {
      throw new IllegalStateException(kind + " is not a plain record", e);
    }
  }

  private static Object value(RecordComponent component) {
    var name = component.getName();
    int number = Math.floorMod(name.hashCode(), 1_000) + 2;
    return switch (component.getType().getSimpleName()) {
      case "Instant" -> name.equals("at") ? AT : AT.plusNanos(number * 1_000L);
      case "String" -> "the " + name;
      case "int" -> number;
      case "long" -> (long) number;
      case "boolean" -> true;
      case "UUID" -> new UUID(0x0190_0000_0000_7000L, 0x8000_0000_0000_0000L + number);
      case "Json" -> new Json("{\"" + name + "\":[1.10, null]}");
      case "Failure" -> new Failure("java.io.IOException", "disk\nfull", "  at here");
      case "Map" -> Map.of("trace", "abc");
      default ->
          throw new IllegalStateException(
              "the tests have no value for " + component + "; add one here");
    };
  }
}
