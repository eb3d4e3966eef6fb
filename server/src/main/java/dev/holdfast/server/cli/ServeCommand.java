package dev.holdfast.server.cli;

import dev.holdfast.HoldfastException;
import dev.holdfast.server.api.HoldfastServer;
import dev.holdfast.server.config.BadSetting;
import dev.holdfast.server.config.ServerConfig;
import dev.holdfast.server.config.Setting;
import dev.holdfast.server.config.Settings;
import dev.holdfast.server.config.TomlFile;
import dev.holdfast.store.StoreException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
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
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nSettings:%n",
    footer = {
      "  A flag wins over the environment (HOLDFAST_SERVER_PORT), and that over holdfast.toml."
    })
public final class ServeCommand implements Callable<Integer> {

  private static final Path USUAL_FILE = Path.of("holdfast.toml");

  @Option(names = "--host", description = "The address to listen on (default: 127.0.0.1).")
  private @Nullable String host;

  @Option(names = "--port", description = "The port to listen on (default: 8080; 0: any).")
  private @Nullable String port;

  @Option(
      names = "--store",
      paramLabel = "STORE",
      description =
          "The path of a SQLite file, which is created if need be, or a jdbc:postgresql: URL"
              + " (default: holdfast.db).")
  private @Nullable String store;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "The file with settings (default: holdfast.toml, if there is one).")
  private @Nullable Path file;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    try {
      var config = ServerConfig.from(settings());
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

  private Settings settings() {
    Map<Setting, @Nullable String> flags = new EnumMap<>(Setting.class);
    flags.put(Setting.HOST, host);
    flags.put(Setting.PORT, port);
    flags.put(Setting.STORE, store);
    var toml = file != null ? file : USUAL_FILE;
    boolean read = file != null || Files.exists(USUAL_FILE);
    return Settings.of(flags, System.getenv(), read ? TomlFile.read(toml) : Map.of());
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
