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
 * @param pool who executes steps, and what becomes of runs afterwards
 * @param open whether other machines can reach it
 * @param tokens whether callers must send an API token
 * @param requestsPerSecond how often one token may be used
 * @param telemetry where traces go
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
    ExecutionConfig executions,
    PoolConfig pool,
    boolean open,
    boolean tokens,
    int requestsPerSecond,
    TelemetryConfig telemetry) {

  private static final Duration SHORTEST = Duration.ofMillis(100);
  private static final Duration HOUR = Duration.ofHours(1);
  private static final int RATE_MAX = 1_000_000;
  private static final int MIB = 1024 * 1024;

  public static ServerConfig from(Settings settings) {
    var host = settings.text(Setting.HOST);
    // Whoever can reach the server could do everything.
    boolean open = !isLoopback(host);
    boolean tokens = open || settings.flag(Setting.REQUIRE_TOKEN);
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
        names(settings, host, tokens),
        limits,
        settings.duration(Setting.GRACE, Duration.ZERO, HOUR),
        settings.text(Setting.NODE),
        settings.flag(Setting.PRIVATE_ADDRESSES),
        ExecutionConfig.from(settings, limits.requestTime()),
        PoolConfig.from(settings),
        open,
        tokens,
        settings.number(Setting.TOKEN_RATE, 1, RATE_MAX),
        TelemetryConfig.from(settings));
  }

  /** Whether nobody but this machine can reach the address. */
  private static boolean isLoopback(String host) {
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      throw new BadSetting(
          "%s is '%s', which is no address of this machine.".formatted(Setting.HOST.key(), host));
    }
  }

  /** Under which names it is addressed; any, where a token is asked for and none is given. */
  private static Set<String> names(Settings settings, String host, boolean tokens) {
    var more = settings.names(Setting.ALLOWED_HOSTS);
    if (tokens && more.isEmpty() && !isLoopback(host)) {
      return Set.of();
    }
    var names = new HashSet<>(Neighbours.LOOPBACK);
    names.add(host.toLowerCase(Locale.ROOT));
    more.stream().map(name -> name.toLowerCase(Locale.ROOT)).forEach(names::add);
    return Set.copyOf(names);
  }
}
