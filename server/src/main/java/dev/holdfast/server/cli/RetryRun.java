package dev.holdfast.server.cli;

import dev.holdfast.server.client.ServerClient;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code holdfast runs retry}. */
@Command(
    name = "retry",
    mixinStandardHelpOptions = true,
    description = {
      "Runs a failed or cancelled run again, from the step that failed.",
      "",
      "It is a new run that begins with what the old one had completed. Asked for twice, it is the"
          + " same new run."
    },
    optionListHeading = "%nOptions:%n",
    parameterListHeading = "%n")
public final class RetryRun implements Callable<Integer> {

  @Mixin private OneRun run = new OneRun();

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    var next =
        run.decide(
            (engine, id) -> engine.retry(id).toString(),
            (client, id) -> client.post("/runs/" + id + "/retry", null).path("id").asString());
    spec.commandLine()
        .getOut()
        .println(
            json
                ? ServerClient.JSON.createObjectNode().put("id", next).toString()
                : "Goes on as run " + next + ".");
    return ExitCode.OK;
  }
}
