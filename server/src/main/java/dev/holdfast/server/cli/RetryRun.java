package dev.holdfast.server.cli;

import dev.holdfast.engine.Engine;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

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

  @Mixin private NextRun next = new NextRun();

  @Override
  public Integer call() {
    return next.print(Engine::retry, "retry", "Goes on as run %s.");
  }
}
