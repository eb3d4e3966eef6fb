package dev.holdfast.server.cli;

import picocli.CommandLine.Command;

/** {@code holdfast dead-letters}: on a server. */
@Command(
    name = "dead-letters",
    mixinStandardHelpOptions = true,
    subcommands = {ListDeadLetters.class, RequeueDeadLetters.class, DiscardDeadLetters.class},
    synopsisSubcommandLabel = "COMMAND",
    description = {
      "Runs that have failed for good and that nobody has decided about.",
      "",
      "A running server is asked. requeue lets them go on as new runs, discard leaves it at that."
    },
    optionListHeading = "%nOptions:%n",
    commandListHeading = "%nCommands:%n")
public final class DeadLettersCommand {}
