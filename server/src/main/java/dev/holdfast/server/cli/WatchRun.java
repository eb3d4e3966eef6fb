package dev.holdfast.server.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code holdfast runs watch}. */
@Command(
    name = "watch",
    mixinStandardHelpOptions = true,
    description = {
      "Watches a run until its end: on a terminal as a picture that changes, otherwise a line for"
          + " each thing that happens.",
      "",
      "A server that is stopped or killed is waited for; the view goes on where it was."
    },
    optionListHeading = "%nOptions:%n",
    parameterListHeading = "%n",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:The run has completed.",
      "1:It has failed or was cancelled, or the server stayed away.",
      "2:The command line was not understood."
    })
public final class WatchRun implements Callable<Integer> {

  @Parameters(paramLabel = "ID", description = "The run's id or idempotency key.")
  private String run = "";

  @Option(names = "--json", description = "Print every event as an object, one per line.")
  private boolean json;

  @Mixin private AskServer server = new AskServer();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    var out = spec.commandLine().getOut();
    return server.with(
        client -> new Watching(client, client.run(run).toString(), out, json).untilItsEnd());
  }
}
