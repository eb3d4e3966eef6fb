package dev.holdfast.server.cli;

import dev.holdfast.engine.Engine;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

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

  @Mixin private NextRun next = new NextRun();

  @Override
  public Integer call() {
    return next.print(Engine::fork, "fork", "Forked as %s; a node that has its code goes on.");
  }
}
