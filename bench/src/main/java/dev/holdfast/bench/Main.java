package dev.holdfast.bench;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;

/** The command line of the measurements: every measurement is a subcommand. */
@Command(
    name = "holdfast bench",
    mixinStandardHelpOptions = true,
    subcommands = HelpCommand.class,
    synopsisSubcommandLabel = "COMMAND",
    description = {
      "Measures Holdfast, the raw limit of its stores, and its peers, in one run.",
      "",
      "Figures of different machines do not compare; ratios within one run do."
    },
    optionListHeading = "%nOptions:%n",
    commandListHeading = "%nCommands:%n")
public final class Main {

  private Main() {}

  public static void main(String[] args) {
    System.exit(commandLine().execute(args.length == 0 ? new String[] {"--help"} : args));
  }

  static CommandLine commandLine() {
    return new CommandLine(new Main()).setUsageHelpAutoWidth(true);
  }
}
