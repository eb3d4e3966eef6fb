package dev.holdfast.server.expression;

import dev.holdfast.graph.Template;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Fills in the expressions of JSON values. Those that were read are kept for the next time. */
public final class Templates {

  private static final int CACHED_MAX = 2_000;
  private static final int SHOWN_MAX = 100;
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  /**
   * What expressions are evaluated with.
   *
   * @param millis the time; asked only by expressions that ask for it
   * @param random makes a source of chance that is the same every time
   */
  public record Given(
      Map<String, ? extends @Nullable Object> root,
      LongSupplier millis,
      Supplier<RandomGenerator> random) {}

  private final Map<String, Expression> cached =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Expression> eldest) {
          return size() > CACHED_MAX;
        }
      };

  /** Whether there is anything to fill in. */
  public static boolean isTemplate(JsonNode value) {
    if (value.isString()) {
      return Template.isTemplate(value.stringValue());
    }
    for (var child : value.values()) {
      if (isTemplate(child)) {
        return true;
      }
    }
    return false;
  }

  /**
   * The value with its expressions filled in, as maps and lists.
   *
   * @throws ExpressionException when one of them fails
   */
  public @Nullable Object fill(JsonNode value, Given given) {
    if (value.isString()) {
      var text = value.stringValue();
      return Template.isTemplate(text) ? fill(text, given) : text;
    }
    if (value.isArray()) {
      List<@Nullable Object> list = new ArrayList<>(value.size());
      for (var element : value) {
        list.add(fill(element, given));
      }
      return list;
    }
    if (value.isObject()) {
      Map<String, @Nullable Object> map = new LinkedHashMap<>();
      value.propertyStream().forEach(f -> map.put(f.getKey(), fill(f.getValue(), given)));
      return map;
    }
    return MAPPER.treeToValue(value, Object.class);
  }

  /** What JSONata takes for true, too: anything that is neither empty, zero nor nothing. */
  public static boolean isTrue(@Nullable Object value) {
    return switch (value) {
      case null -> false;
      case Boolean bool -> bool;
      case String text -> !text.isEmpty();
      case Number number -> number.doubleValue() != 0;
      case List<?> list -> list.stream().anyMatch(Templates::isTrue);
      case Map<?, ?> map -> !map.isEmpty();
      default -> true;
    };
  }

  private @Nullable Object fill(String text, Given given) {
    var template = Template.of(text);
    if (template.isSingleExpression()) {
      return evaluate(((Template.Expression) template.parts().getFirst()).text(), given);
    }
    var result = new StringBuilder();
    for (var part : template.parts()) {
      result.append(
          switch (part) {
            case Template.Literal literal -> literal.text();
            case Template.Expression expression -> shown(evaluate(expression.text(), given));
          });
    }
    return result.toString();
  }

  private @Nullable Object evaluate(String text, Given given) {
    try {
      return expression(text).evaluate(given.root(), given.millis(), given.random().get());
    } catch (ExpressionException e) {
      var shown = text.length() <= SHOWN_MAX ? text : text.substring(0, SHOWN_MAX) + "…";
      throw new ExpressionException("${%s} %s".formatted(shown, e.getMessage()));
    }
  }

  private Expression expression(String text) {
    synchronized (cached) {
      var known = cached.get(text);
      if (known != null) {
        return known;
      }
    }
    var read = Expression.of(text);
    synchronized (cached) {
      cached.put(text, read);
    }
    return read;
  }

  private static String shown(@Nullable Object value) {
    return switch (value) {
      case null -> "";
      case String text -> text;
      default -> MAPPER.writeValueAsString(value);
    };
  }
}
