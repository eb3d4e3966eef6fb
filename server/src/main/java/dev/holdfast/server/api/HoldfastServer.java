package dev.holdfast.server.api;

import dev.holdfast.Holdfast;
import dev.holdfast.Stores;
import dev.holdfast.engine.Engine;
import dev.holdfast.engine.EngineOptions;
import dev.holdfast.engine.Observer;
import dev.holdfast.server.access.TokenAccess;
import dev.holdfast.server.archive.ArchiveFolder;
import dev.holdfast.server.archive.CleanUp;
import dev.holdfast.server.archive.CleanUpLoop;
import dev.holdfast.server.config.ServerConfig;
import dev.holdfast.server.config.TelemetryConfig;
import dev.holdfast.server.graph.GraphOptions;
import dev.holdfast.server.graph.Graphs;
import dev.holdfast.server.http.Access;
import dev.holdfast.server.http.Neighbours;
import dev.holdfast.server.http.WebServer;
import dev.holdfast.server.logging.LogNames;
import dev.holdfast.server.meters.Meters;
import dev.holdfast.server.meters.Observers;
import dev.holdfast.server.meters.Panel;
import dev.holdfast.server.traces.Collector;
import dev.holdfast.server.traces.Traces;
import dev.holdfast.store.Store;
import dev.holdfast.store.Tokens;
import dev.holdfast.store.WatchedStore;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A whole server: a node on a store, and the web server in front of it. */
public final class HoldfastServer implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(HoldfastServer.class);
  private static final Duration RECOVERY = Duration.ofSeconds(30);

  /** How long requests in flight may take when the server stops. */
  private static final Duration REQUESTS_GRACE = Duration.ofSeconds(5);

  private final ServerConfig config;
  private final Holdfast holdfast;
  private final Graphs graphs;
  private final Api api;
  private final Panel panel;
  private final @Nullable Collector collector;
  private final WebServer web;
  private final CleanUpLoop cleaning;

  private HoldfastServer(
      ServerConfig config,
      Holdfast holdfast,
      Graphs graphs,
      Api api,
      Panel panel,
      @Nullable Collector collector,
      WebServer web,
      CleanUpLoop cleaning) {
    this.config = config;
    this.holdfast = holdfast;
    this.graphs = graphs;
    this.api = api;
    this.panel = panel;
    this.collector = collector;
    this.web = web;
    this.cleaning = cleaning;
  }

  /**
   * Opens the store, lets what an earlier process left behind go on, and only then listens.
   *
   * @throws IllegalStateException when another process has the store's file
   * @throws java.net.BindException when the port is taken
   */
  public static HoldfastServer start(ServerConfig config) throws IOException {
    var changes = new Changes();
    var meters = new Meters();
    var store = new WatchedStore(Stores.open(config.store()), changes, meters);
    var collector = collector(config.telemetry());
    var observer = observers(meters, collector, config.telemetry().ratio(), new Names(store));
    var holdfast = over(store, config, observer);
    try {
      refuseWithoutTokens(config, store.tokens());
      var graphs =
          Graphs.on(
              holdfast,
              GraphOptions.defaults().allowPrivateAddresses(config.allowPrivateAddresses()));
      var panel = new Panel(holdfast.engine(), meters);
      var streams = new Streams();
      var api = new Api(holdfast, graphs, changes, config, panel, streams);
      holdfast.start();
      var cleaning = cleaning(config, holdfast);
      awaitRecovery(holdfast.engine());
      var web =
          new WebServer(
              new WebServer.Address(config.host(), config.port()),
              api.routes(),
              access(config, store.tokens()),
              new Neighbours(config.allowedHosts()),
              config.limits());
      streams.of = web;
      web.start();
      panel.start();
      if (collector != null) {
        collector.start(holdfast.engine()::node);
      }
      cleaning.start();
      return new HoldfastServer(config, holdfast, graphs, api, panel, collector, web, cleaning);
    } catch (IOException | RuntimeException | Error e) {
      holdfast.close();
      throw e;
    }
  }

  /** Where it is reached. */
  public String url() {
    var host = config.host().contains(":") ? "[" + config.host() + "]" : config.host();
    return "http://" + host + ":" + web.port();
  }

  public int port() {
    return web.port();
  }

  /** What lies below: for tests, and for applications that add their own workflows. */
  public Holdfast holdfast() {
    return holdfast;
  }

  /** The workflows that are defined as JSON; for applications that add actions of their own. */
  public Graphs graphs() {
    return graphs;
  }

  /**
   * Answers what is being answered, then lets running steps finish within the grace time. Runs that
   * do not finish go on when a server is started again.
   */
  @Override
  public void close() {
    cleaning.close();
    api.close();
    web.stop(REQUESTS_GRACE);
    panel.close();
    holdfast.close();
    if (collector != null) {
      collector.close();
    }
  }

  /** Not for ever: what it still has to take up then, it takes up while it answers. */
  private static void awaitRecovery(Engine engine) {
    try {
      if (!engine.awaitRecovery(RECOVERY)) {
        log.warn("Still taking up what was left behind; answering requests meanwhile");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while it took up what was left behind", e);
    }
  }

  private static @Nullable Collector collector(TelemetryConfig config) {
    return config.endpoint() == null ? null : new Collector(config.endpoint(), config.service());
  }

  private static Observer observers(
      Meters meters, @Nullable Collector collector, double ratio, Names names) {
    List<Observer> all = new ArrayList<>(List.of(meters, new LogNames()));
    if (collector != null) {
      all.add(Traces.to(collector, ratio, header -> names.of(header).name()));
    }
    return new Observers(List.copyOf(all));
  }

  /** The routes are made before the web server, whose clients one of them counts. */
  private static final class Streams implements IntSupplier {
    private volatile @Nullable WebServer of;

    @Override
    public int getAsInt() {
      var web = of;
      return web == null ? 0 : web.streams();
    }
  }

  private static CleanUpLoop cleaning(ServerConfig config, Holdfast holdfast) {
    var engine = holdfast.engine();
    var pool = config.pool();
    var cleanUp =
        new CleanUp(
            engine.store(),
            ArchiveFolder.of(pool.archive(), config.store()),
            engine.node(),
            pool.retentionDays());
    return new CleanUpLoop(engine.clock(), pool.cleanEvery(), cleanUp);
  }

  private static Access access(ServerConfig config, Tokens tokens) {
    return config.tokens()
        ? new TokenAccess(tokens, config.requestsPerSecond(), System::nanoTime)
        : Access.LOOPBACK;
  }

  /** A door that nobody has a key to is a mistake. */
  private static void refuseWithoutTokens(ServerConfig config, Tokens tokens) {
    if (config.tokens() && tokens.list().stream().allMatch(t -> t.revokedAt() != null)) {
      throw new IllegalStateException(
          """
          server.host is '%s', %s, and the store has no API token.
          Make one with 'holdfast token create'.\
          """
              .formatted(
                  config.host(),
                  config.open() ? "which other machines can reach" : "and callers need a token"));
    }
  }

  private static Holdfast over(Store store, ServerConfig config, Observer observer) {
    try {
      return Holdfast.on(store, options(config), observer);
    } catch (RuntimeException | Error e) {
      store.close();
      throw e;
    }
  }

  private static EngineOptions options(ServerConfig config) {
    var defaults = EngineOptions.defaults();
    var pool = config.pool();
    return new EngineOptions(
        config.nodeName(),
        pool.claimTime(),
        defaults.runsMax(),
        defaults.parkAfter(),
        defaults.showAfter(),
        pool.deadLetterThreshold(),
        config.grace(),
        defaults.waitingAppendsMax(),
        defaults.inlineCharsMax(),
        pool.poll(),
        pool.bounded() ? pool.workers() : null,
        pool.recoverAtOnce() ? Duration.ZERO : pool.cleanEvery());
  }
}
