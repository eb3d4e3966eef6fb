package dev.holdfast.engine;

import dev.holdfast.log.Json;

/** What a workflow does with a run: code, or the interpreter of a graph. */
@FunctionalInterface
public interface Program {

  /**
   * Advances the run to its result. Called again from the beginning whenever the run comes back
   * into memory; what is already in the log must not be done twice, which is what {@link LiveRun}
   * is for.
   */
  Json run(LiveRun run) throws Exception;
}
