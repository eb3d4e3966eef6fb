package dev.holdfast.server.cli;

import picocli.CommandLine.Command;

/** {@code holdfast runs}: on a server, or in a store. */
@Command(
    name = "runs",
    mixinStandardHelpOptions = true,
    subcommands = {
      StartRun.class,
      ListRuns.class,
      ShowRun.class,
      WatchRun.class,
      CancelRun.class,
      RetryRun.class,
      ExportRun.class,
      ResumeRun.class,
      ForkRun.class
    },
    synopsisSubcommandLabel = "COMMAND",
    description = {
      "Starts runs, looks at them, and decides about them.",
      "",
      "A running server is asked. With a STORE behind the ID most of them open that store"
          + " themselves; list, show and export may do so while nodes are at work."
    },
    optionListHeading = "%nOptions:%n",
    commandListHeading = "%nCommands:%n")
public final class RunsCommand {}
