package dev.holdfast.server.cli;

import dev.holdfast.server.client.ServerClient;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code holdfast workflows show}. */
@Command(
    name = "show",
    mixinStandardHelpOptions = true,
    description = "Prints the definition of a workflow, as it was pushed.",
    optionListHeading = "%nOptions:%n",
    parameterListHeading = "%n")
public final class ShowWorkflow implements Callable<Integer> {

  @Parameters(
      paramLabel = "WORKFLOW",
      description = "The id of a workflow, or its name: then its newest version.")
  private String workflow = "";

  @Mixin private AskServer server = new AskServer();

  @Option(names = "--json", description = "Print all that the server knows of it, in one line.")
  private boolean json;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    var found = server.with(client -> client.workflow(workflow));
    var out = spec.commandLine().getOut();
    out.println(
        json
            ? ServerClient.JSON.writeValueAsString(found)
            : ServerClient.JSON
                .writerWithDefaultPrettyPrinter()
                .writeValueAsString(found.path("definition")));
    out.flush();
    return ExitCode.OK;
  }
}
