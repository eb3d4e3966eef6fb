package dev.holdfast.server.cli;

import picocli.CommandLine.Command;

/** {@code holdfast workflows}. */
@Command(
    name = "workflows",
    mixinStandardHelpOptions = true,
    subcommands = {PushWorkflows.class, ListWorkflows.class, ShowWorkflow.class},
    synopsisSubcommandLabel = "COMMAND",
    description = "The JSON workflows of a running server.",
    optionListHeading = "%nOptions:%n",
    commandListHeading = "%nCommands:%n")
public final class WorkflowsCommand {}
