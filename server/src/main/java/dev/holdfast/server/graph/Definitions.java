package dev.holdfast.server.graph;

import dev.holdfast.graph.Definition;
import dev.holdfast.graph.DefinitionReader;
import dev.holdfast.log.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Definitions that were accepted once, read again; those read lately are kept. */
final class Definitions {

  private static final int CACHED_MAX = 200;

  private final Map<String, Definition> cached =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Definition> eldest) {
          return size() > CACHED_MAX;
        }
      };

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
