package dev.holdfast.server.config;

import dev.holdfast.server.http.Limits;
import dev.holdfast.server.http.Neighbours;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/**
 * What a server is started with.
 *
 * @param port 0 for any that is free
 * @param store the path of a SQLite file or a JDBC URL
 * @param allowedHosts names under which it may be addressed
 * @param grace how long running steps may take when it stops
 */
public record ServerConfig(
    String host,
    int port,
    String store,
    Set<String> allowedHosts,
    Limits limits,
    Duration grace,
    String nodeName,
    boolean allowPrivateAddresses,
    ExecutionConfig executions) {

  private static final Duration SHORTEST = Duration.ofMillis(100);
  private static final Duration HOUR = Duration.ofHours(1);
  private static final int MIB = 1024 * 1024;

  public static ServerConfig from(Settings settings) {
    var host = settings.text(Setting.HOST);
    refuseOpenDoor(host);
    var names = new HashSet<>(Neighbours.LOOPBACK);
    names.add(host.toLowerCase(Locale.ROOT));
    settings.names(Setting.ALLOWED_HOSTS).stream()
        .map(name -> name.toLowerCase(Locale.ROOT))
        .forEach(names::add);
    var limits =
        new Limits(
            settings.number(Setting.BODY_MAX, 1024, 64 * MIB),
            Limits.defaults().headerBytes(),
            settings.number(Setting.CONNECTIONS_MAX, 1, 1_000_000),
            settings.duration(Setting.HEAD_TIME, SHORTEST, HOUR),
            settings.duration(Setting.REQUEST_TIME, SHORTEST, HOUR),
            settings.duration(Setting.IDLE_TIME, SHORTEST, HOUR),
            settings.number(Setting.STREAM_QUEUE, 1, 1_000_000),
            settings.duration(Setting.HEARTBEAT, SHORTEST, HOUR));
    return new ServerConfig(
        host,
        settings.number(Setting.PORT, 0, 65_535),
        settings.text(Setting.STORE),
        Set.copyOf(names),
        limits,
        settings.duration(Setting.GRACE, Duration.ZERO, HOUR),
        settings.text(Setting.NODE),
        settings.flag(Setting.PRIVATE_ADDRESSES),
        ExecutionConfig.from(settings, limits.requestTime()));
  }

  /** Whoever can reach the server can do everything, so only this machine may. */
  private static void refuseOpenDoor(String host) {
    try {
      if (InetAddress.getByName(host).isLoopbackAddress()) {
        return;
      }
    } catch (UnknownHostException e) {
      throw new BadSetting(
          "%s is '%s', which is no address of this machine.".formatted(Setting.HOST.key(), host));
    }
    throw new BadSetting(
        """
        %s is '%s', which other machines can reach, and there is no API token to keep them out.
        Listen on 127.0.0.1 and put a proxy that checks who is calling in front of it.\
        """
            .formatted(Setting.HOST.key(), host));
  }
}
