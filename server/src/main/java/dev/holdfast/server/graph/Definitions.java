package dev.holdfast.server.graph;

import dev.holdfast.graph.Definition;
import dev.holdfast.graph.DefinitionReader;
import dev.holdfast.graph.RetryDefinition;
import dev.holdfast.log.Json;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Definitions that were accepted once, read again; those read lately are kept. */
final class Definitions {

  private static final int CACHED_MAX = 200;
  private static final List<ChronoUnit> UNITS =
      List.of(ChronoUnit.DAYS, ChronoUnit.HOURS, ChronoUnit.MINUTES, ChronoUnit.SECONDS);

  /** Numbers come out as they were written. */
  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();

  private final Map<String, Definition> cached = new Lately<>();
  private final Map<String, Json> retried = new Lately<>();

  /** Forgets what was not used for longest. */
  private static final class Lately<V> extends LinkedHashMap<String, V> {
    private static final long serialVersionUID = 1L;

    Lately() {
      super(16, 0.75f, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
      return size() > CACHED_MAX;
    }
  }

  /** With retries, the definition as a run gets it whose steps are tried again like this. */
  Json with(@Nullable RetryDefinition retry, Json json) {
    if (retry == null || of(json).retry() != null) {
      return json;
    }
    synchronized (retried) {
      var known = retried.get(json.text());
      if (known != null) {
        return known;
      }
    }
    var node = (ObjectNode) MAPPER.readTree(json.text());
    node.putObject("retry")
        .put("max_attempts", retry.maxAttempts())
        .put("delay", text(retry.delay()))
        .put("multiplier", retry.multiplier())
        .put("max_delay", text(retry.maxDelay()))
        .put("jitter", retry.jitter());
    var made = new Json(MAPPER.writeValueAsString(node));
    synchronized (retried) {
      retried.put(json.text(), made);
    }
    return made;
  }

  /** As people would write it: 1h and not 3600000ms. */
  private static String text(Duration duration) {
    long ms = duration.toMillis();
    for (var unit : UNITS) {
      long each = unit.getDuration().toMillis();
      if (ms > 0 && ms % each == 0) {
        return ms / each + unit.name().substring(0, 1).toLowerCase(Locale.ROOT);
      }
    }
    return ms + "ms";
  }

  /**
   * The definition.
   *
   * @throws IllegalStateException when there is none, or this version no longer understands it
   */
  Definition of(@Nullable Json json) {
    if (json == null) {
      throw new IllegalStateException("the run has no definition");
    }
    synchronized (cached) {
      var known = cached.get(json.text());
      if (known != null) {
        return known;
      }
    }
    var read = DefinitionReader.read(json.text());
    var definition = read.definition();
    if (definition == null) {
      throw new IllegalStateException("the definition cannot be read: " + read.mistakes());
    }
    synchronized (cached) {
      cached.put(json.text(), definition);
    }
    return definition;
  }
}
