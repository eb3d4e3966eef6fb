package dev.holdfast.server.cli;

import dev.holdfast.server.config.Setting;
import dev.holdfast.server.config.Settings;
import dev.holdfast.server.config.TomlFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The flags of a server, and what they and the other sources add up to. */
final class ServerFlags {

  private static final Path USUAL_FILE = Path.of("holdfast.toml");

  @Option(names = "--host", description = "The address to listen on (default: 127.0.0.1).")
  private @Nullable String host;

  @Option(names = "--port", description = "The port to listen on (default: 8080; 0: any).")
  private @Nullable String port;

  /** Other commands are simply told the store; whoever knows those expects it here, too. */
  private static final class Place {
    @Option(
        names = "--store",
        paramLabel = "STORE",
        description =
            "The path of a SQLite file, which is created if need be, or a jdbc:postgresql: URL"
                + " (default: holdfast.db).")
    private @Nullable String store;

    @Parameters(arity = "0..1", paramLabel = "STORE", description = "The same as --store.")
    private @Nullable String alone;
  }

  @ArgGroup private @Nullable Place place;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "The file with settings (default: holdfast.toml, if there is one).")
  private @Nullable Path file;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "Any setting, such as worker_pool.max_workers=8; may be given again.")
  private Map<String, String> more = Map.of();

  Settings settings() {
    Map<Setting, @Nullable String> flags = new EnumMap<>(Setting.class);
    more.forEach((key, value) -> flags.put(Setting.named(key), value));
    if (host != null) {
      flags.put(Setting.HOST, host);
    }
    if (port != null) {
      flags.put(Setting.PORT, port);
    }
    if (place != null) {
      flags.put(Setting.STORE, place.store != null ? place.store : place.alone);
    }
    var toml = file != null ? file : USUAL_FILE;
    boolean read = file != null || Files.exists(USUAL_FILE);
    return Settings.of(flags, System.getenv(), read ? TomlFile.read(toml) : Map.of());
  }
}
