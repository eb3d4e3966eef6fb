package dev.holdfast.server.graph;

import dev.holdfast.engine.LiveRun;
import dev.holdfast.engine.Program;
import dev.holdfast.graph.Definition;
import dev.holdfast.graph.DefinitionReader;
import dev.holdfast.log.Json;
import dev.holdfast.log.RunState;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The program of all graph runs: reads the definition that the run was started with and follows it.
 */
final class Interpreter implements Program {

  private static final int CACHED_MAX = 200;

  private final Kit kit;

  /** Definitions read lately, by their text. */
  private final Map<String, Definition> cached =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Definition> eldest) {
          return size() > CACHED_MAX;
        }
      };

  Interpreter(Kit kit) {
    this.kit = kit;
  }

  @Override
  public Json run(LiveRun live) {
    return new GraphRun(live, definitionOf(live.replayed()), kit).run();
  }

  Definition definitionOf(RunState state) {
    return definition(state.created().definition());
  }

  /**
   * A definition that was accepted once.
   *
   * @throws IllegalStateException when this version of the program no longer understands it
   */
  Definition definition(@Nullable Json json) {
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
