package dev.holdfast.server.cli;

import picocli.CommandLine.Command;

/** {@code holdfast config}. */
@Command(
    name = "config",
    mixinStandardHelpOptions = true,
    subcommands = ShowConfig.class,
    synopsisSubcommandLabel = "COMMAND",
    description = "The settings of a server.",
    optionListHeading = "%nOptions:%n",
    commandListHeading = "%nCommands:%n")
public final class ConfigCommand {}
