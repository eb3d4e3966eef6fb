package dev.holdfast.server.cli;

import dev.holdfast.engine.Engine;
import dev.holdfast.server.client.ServerClient;
import java.util.UUID;
import java.util.function.BiFunction;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The run that a command is about, and the new one in which it goes on. */
final class NextRun {

  @Mixin private OneRun run = new OneRun();

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec = CommandSpec.create();

  /**
   * @param action what the server calls it
   * @param sentence with a place for the new run's id
   */
  int print(BiFunction<Engine, UUID, UUID> inStore, String action, String sentence) {
    var next =
        run.decide(
            (engine, id) -> inStore.apply(engine, id).toString(),
            (client, id) -> client.post("/runs/" + id + "/" + action, null).path("id").asString());
    spec.commandLine()
        .getOut()
        .println(
            json
                ? ServerClient.JSON.createObjectNode().put("id", next).toString()
                : sentence.formatted(next));
    return ExitCode.OK;
  }
}
