package dev.holdfast.server.cli;

import picocli.CommandLine.Command;

/** {@code holdfast token}: the keys to a server that others can reach. */
@Command(
    name = "token",
    mixinStandardHelpOptions = true,
    subcommands = {CreateToken.class, ListTokens.class, RevokeToken.class},
    synopsisSubcommandLabel = "COMMAND",
    description = {
      "Makes, lists and revokes API tokens.",
      "",
      "A server that listens on more than this machine answers nobody without one. A running server"
          + " notices within a second."
    },
    optionListHeading = "%nOptions:%n",
    commandListHeading = "%nCommands:%n")
public final class TokenCommand {}
