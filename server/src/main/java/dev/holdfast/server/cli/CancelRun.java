package dev.holdfast.server.cli;

import dev.holdfast.server.client.ServerClient;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code holdfast runs cancel}. */
@Command(
    name = "cancel",
    mixinStandardHelpOptions = true,
    description = {
      "Asks for a run to be cancelled.",
      "",
      "A run that has not begun is cancelled at once. A node interrupts what it is doing in any"
          + " other, undoes what has a compensation, and ends it. What has ended never changes."
    },
    optionListHeading = "%nOptions:%n",
    parameterListHeading = "%n")
public final class CancelRun implements Callable<Integer> {

  @Mixin private OneRun run = new OneRun();

  @Option(
      names = "--reason",
      paramLabel = "TEXT",
      defaultValue = "cancelled on the command line",
      description = "What the log keeps as the reason (default: ${DEFAULT-VALUE}).")
  private String reason = "";

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    boolean asked =
        run.decide(
            (engine, id) -> engine.cancel(id, reason),
            (client, id) -> {
              var body = ServerClient.JSON.createObjectNode().put("reason", reason);
              client.post("/runs/" + id + "/cancel", body.toString());
              return true;
            });
    if (!asked) {
      throw new Complaint(
          ExitCode.SOFTWARE, "The run has ended already, so nothing was done.", null);
    }
    spec.commandLine()
        .getOut()
        .println(json ? "{\"asked\":true}" : "Asked for; 'holdfast runs show' says how it ends.");
    return ExitCode.OK;
  }
}
