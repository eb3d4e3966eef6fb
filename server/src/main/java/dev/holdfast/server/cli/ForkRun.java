package dev.holdfast.server.cli;

import dev.holdfast.server.client.ServerClient;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code holdfast runs fork}. */
@Command(
    name = "fork",
    mixinStandardHelpOptions = true,
    description = {
      "Gives up a paused run and goes on in a new one.",
      "",
      "The new run begins with what the old one had completed, as far as the code still asks for"
          + " it. The old one is cancelled: what it had promised to undo is undone."
    },
    optionListHeading = "%nOptions:%n",
    parameterListHeading = "%n")
public final class ForkRun implements Callable<Integer> {

  @Mixin private OneRun run = new OneRun();

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    var fork =
        run.decide(
            (engine, id) -> engine.fork(id).toString(),
            (client, id) -> client.post("/runs/" + id + "/fork", null).path("id").asString());
    spec.commandLine()
        .getOut()
        .println(
            json
                ? ServerClient.JSON.createObjectNode().put("id", fork).toString()
                : "Forked as " + fork + "; a node that has its code goes on.");
    return ExitCode.OK;
  }
}
