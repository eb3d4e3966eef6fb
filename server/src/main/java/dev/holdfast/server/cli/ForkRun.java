package dev.holdfast.server.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
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

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    var fork = run.speak((engine, id) -> engine.fork(id));
    spec.commandLine()
        .getOut()
        .println("Forked as " + fork + "; a node that has its code goes on.");
    return ExitCode.OK;
  }
}
