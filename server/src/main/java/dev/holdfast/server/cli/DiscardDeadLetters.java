package dev.holdfast.server.cli;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code holdfast dead-letters discard}. */
@Command(
    name = "discard",
    mixinStandardHelpOptions = true,
    description = "Takes runs off the list of dead letters; they stay failed.",
    optionListHeading = "%nOptions:%n",
    parameterListHeading = "%n")
public final class DiscardDeadLetters implements Callable<Integer> {

  @Mixin private DecideDeadLetters decide = new DecideDeadLetters();

  @Option(names = "--reason", paramLabel = "TEXT", description = "Why; it is kept.")
  private @Nullable String reason;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    decide.run(spec, "discard", "discarded", reason);
    return ExitCode.OK;
  }
}
