package dev.holdfast.server.cli;

import picocli.CommandLine.Command;

/** {@code holdfast demo}: the programs below it. */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    subcommands = Onboarding.class,
    synopsisSubcommandLabel = "COMMAND",
    description = "Small workflows to try out, and to kill while they run.",
    optionListHeading = "%nOptions:%n",
    commandListHeading = "%nCommands:%n")
public final class DemoCommand {}
