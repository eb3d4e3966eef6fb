package dev.holdfast.server.cli;

import picocli.CommandLine.Command;

/** {@code holdfast runs}: what is in a store, read directly. */
@Command(
    name = "runs",
    mixinStandardHelpOptions = true,
    subcommands = {ListRuns.class, ShowRun.class, ExportRun.class},
    synopsisSubcommandLabel = "COMMAND",
    description = {
      "Looks at the runs of a store. Only reads, and may be used while nodes are at work."
    },
    optionListHeading = "%nOptions:%n",
    commandListHeading = "%nCommands:%n")
public final class RunsCommand {}
