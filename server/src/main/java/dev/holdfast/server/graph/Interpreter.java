package dev.holdfast.server.graph;

import dev.holdfast.engine.LiveRun;
import dev.holdfast.engine.Program;
import dev.holdfast.log.Json;

/** The program of all graph runs: follows the definition that the run was started with. */
final class Interpreter implements Program {

  private final Kit kit;
  private final Definitions definitions;

  Interpreter(Kit kit, Definitions definitions) {
    this.kit = kit;
    this.definitions = definitions;
  }

  @Override
  public Json run(LiveRun live) {
    return new GraphRun(live, definitions.of(live.replayed().created().definition()), kit).run();
  }
}
