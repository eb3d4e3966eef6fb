package dev.holdfast.server.cli;

import picocli.CommandLine.Command;

/** {@code holdfast runs}: what is in a store, and what is to become of it. */
@Command(
    name = "runs",
    mixinStandardHelpOptions = true,
    subcommands = {
      ListRuns.class,
      ShowRun.class,
      ExportRun.class,
      ResumeRun.class,
      ForkRun.class,
      CancelRun.class
    },
    synopsisSubcommandLabel = "COMMAND",
    description = {
      "Looks at the runs of a store, and decides about them.",
      "",
      "list, show and export only read, and may be used while nodes are at work."
    },
    optionListHeading = "%nOptions:%n",
    commandListHeading = "%nCommands:%n")
public final class RunsCommand {}
