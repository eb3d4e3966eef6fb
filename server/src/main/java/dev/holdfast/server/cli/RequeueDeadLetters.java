package dev.holdfast.server.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code holdfast dead-letters requeue}. */
@Command(
    name = "requeue",
    mixinStandardHelpOptions = true,
    description =
        "Lets dead letters go on as new runs, from the step that failed, with all attempts anew.",
    optionListHeading = "%nOptions:%n",
    parameterListHeading = "%n")
public final class RequeueDeadLetters implements Callable<Integer> {

  @Mixin private DecideDeadLetters decide = new DecideDeadLetters();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    decide.run(spec, "requeue", "requeued", null);
    return ExitCode.OK;
  }
}
