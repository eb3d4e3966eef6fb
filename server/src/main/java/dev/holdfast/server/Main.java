package dev.holdfast.server;

import dev.holdfast.server.cli.ArchiveCommand;
import dev.holdfast.server.cli.Complaint;
import dev.holdfast.server.cli.ConfigCommand;
import dev.holdfast.server.cli.DeadLettersCommand;
import dev.holdfast.server.cli.DemoCommand;
import dev.holdfast.server.cli.RebuildCommand;
import dev.holdfast.server.cli.RunsCommand;
import dev.holdfast.server.cli.ServeCommand;
import dev.holdfast.server.cli.TokenCommand;
import dev.holdfast.server.cli.VerifyCommand;
import dev.holdfast.server.cli.WorkflowsCommand;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.ParseResult;

/** The command line: every subcommand hangs below this one. */
@Command(
    name = "holdfast",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    subcommands = {
      ServeCommand.class,
      WorkflowsCommand.class,
      RunsCommand.class,
      DeadLettersCommand.class,
      ArchiveCommand.class,
      DemoCommand.class,
      TokenCommand.class,
      ConfigCommand.class,
      VerifyCommand.class,
      RebuildCommand.class,
      HelpCommand.class
    },
    synopsisSubcommandLabel = "COMMAND",
    description = {
      "Durable workflow execution: a run survives the process that started it.",
      "",
      "Every step of a run is written to a log before the next one begins. After a crash"
          + " the run goes on from that log: finished steps are not repeated."
    },
    optionListHeading = "%nOptions:%n",
    commandListHeading = "%nCommands:%n",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:It worked.",
      "1:It did not work; the message says why and what to do.",
      "2:The command line was not understood."
    },
    footerHeading = "%nEnvironment:%n",
    footer = {
      "  HOLDFAST_JAVA_HOME   the JDK (21 or newer) to run on",
      "  HOLDFAST_JAVA_OPTS   more options for the Java VM, such as -Xmx2g",
      "  HOLDFAST_URL         the server that commands ask (http://127.0.0.1:8080)",
      "  HOLDFAST_LOG_LEVEL   error, warn, info (as shipped), debug or trace",
      "",
      "'holdfast help COMMAND' explains one command."
    })
public final class Main {

  private Main() {}

  public static void main(String[] args) {
    System.exit(commandLine().execute(args.length == 0 ? new String[] {"--help"} : args));
  }

  static CommandLine commandLine() {
    return new CommandLine(new Main())
        .setUsageHelpAutoWidth(true)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setExecutionExceptionHandler(Main::complain);
  }

  /** A complaint is for people and says all there is to say; anything else is a fault of ours. */
  private static int complain(Exception error, CommandLine command, ParseResult parsed)
      throws Exception {
    if (error instanceof Complaint complaint) {
      command.getErr().println("holdfast: " + complaint.getMessage());
      command.getErr().flush();
      return complaint.exitCode();
    }
    throw error;
  }

  /** The version written into the jar, or "development" when run from classes. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      String version = Main.class.getPackage().getImplementationVersion();
      return new String[] {
        "Holdfast " + Objects.requireNonNullElse(version, "development"),
        "Java " + Runtime.version() + " on " + System.getProperty("os.name")
      };
    }
  }
}
