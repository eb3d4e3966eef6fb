package dev.holdfast.server.graph;

import dev.holdfast.graph.Decision;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a step has ended, as later steps see it.
 *
 * @param output as maps and lists
 */
record Result(Decision.Ended ended, @Nullable Object output, @Nullable String error) {

  /** What {@code steps.<id>} is in an expression. */
  Map<String, @Nullable Object> shown() {
    Map<String, @Nullable Object> shown = new LinkedHashMap<>();
    shown.put("status", ended.name().toLowerCase(Locale.ROOT));
    shown.put("output", output);
    shown.put("error", error);
    return shown;
  }
}
