package dev.holdfast.server.cli;

import picocli.CommandLine.Command;

/** {@code holdfast archive}. */
@Command(
    name = "archive",
    mixinStandardHelpOptions = true,
    subcommands = ShowArchive.class,
    synopsisSubcommandLabel = "COMMAND",
    description = "Runs that were deleted from a store because they are long over.",
    optionListHeading = "%nOptions:%n",
    commandListHeading = "%nCommands:%n")
public final class ArchiveCommand {}
