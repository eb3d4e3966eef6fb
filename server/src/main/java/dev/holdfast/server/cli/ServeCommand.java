package dev.holdfast.server.cli;

import dev.holdfast.HoldfastException;
import dev.holdfast.server.api.HoldfastServer;
import dev.holdfast.server.config.BadSetting;
import dev.holdfast.server.config.LogConfig;
import dev.holdfast.server.config.ServerConfig;
import dev.holdfast.server.logging.Logging;
import dev.holdfast.store.StoreException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code holdfast serve}. */
@Command(
    name = "serve",
    mixinStandardHelpOptions = true,
    description = {
      "Runs the server: REST interface, pages, and a node that executes workflows.",
      "",
      "Runs that an earlier server left behind go on before the first request is answered."
          + " SIGTERM and Ctrl-C let running steps finish and end with exit code 0."
    },
    parameterListHeading = "%n",
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nSettings:%n",
    footer = {
      "  A flag wins over the environment (HOLDFAST_SERVER_PORT), and that over holdfast.toml.",
      "  'holdfast config show' prints them all, and where each comes from."
    })
public final class ServeCommand implements Callable<Integer> {

  @Mixin private ServerFlags flags = new ServerFlags();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    try {
      var settings = flags.settings();
      var config = ServerConfig.from(settings);
      Logging.use(LogConfig.from(settings));
      var server = HoldfastServer.start(config);
      stopInOrder(server);
      var out = spec.commandLine().getOut();
      out.printf("Holdfast listens on %s and keeps its runs in %s.%n", server.url(), shown(config));
      out.flush();
    } catch (BindException e) {
      throw complaint(
          "The port is taken (%s). Name another one with --port.".formatted(e.getMessage()), e);
    } catch (IOException
        | BadSetting
        | StoreException
        | HoldfastException
        | IllegalStateException
        | IllegalArgumentException
        | UncheckedIOException e) {
      throw complaint(String.valueOf(e.getMessage()), e);
    }
    // Until a signal ends the process.
    new CountDownLatch(1).await();
    return ExitCode.OK;
  }

  /**
   * A signal makes the virtual machine run this and then end with the signal's number as its exit
   * code; an end in order is no error, so it ends here, with 0.
   */
  private static void stopInOrder(HoldfastServer server) {
    var hook =
        Thread.ofPlatform()
            .name("holdfast-stop")
            .unstarted(
                () -> {
                  server.close();
                  Runtime.getRuntime().halt(ExitCode.OK);
                });
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** A URL may hold a password. */
  private static String shown(ServerConfig config) {
    return config.store().startsWith("jdbc:postgresql:") ? "PostgreSQL" : config.store();
  }

  private static Complaint complaint(String message, Exception cause) {
    return new Complaint(ExitCode.SOFTWARE, message, cause);
  }
}
