package dev.holdfast.server.http;

import java.io.IOException;
import java.net.BindException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Jetty, set up. Requests are handled on virtual threads; the few platform threads only watch the
 * sockets, so a handler that waits for the disk holds up nobody.
 */
public final class WebServer implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(WebServer.class);
  private static final int PLATFORM_THREADS = 16;
  private static final int ACCEPTORS = 1;
  private static final int SELECTORS = 2;

  /**
   * Where to listen.
   *
   * @param port 0 for any that is free
   */
  public record Address(String host, int port) {}

  private final Server server;
  private final ServerConnector connector;
  private final FrontDoor door;
  private final Deadlines deadlines;

  public WebServer(
      Address address, List<Route> routes, Access access, Neighbours neighbours, Limits limits) {
    deadlines = new Deadlines(limits);
    door = new FrontDoor(new Router(routes), new Assets(), access, neighbours, limits, deadlines);
    var threads = new QueuedThreadPool(PLATFORM_THREADS);
    threads.setName("holdfast-web");
    threads.setVirtualThreadsExecutor(
        Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("request-", 0).factory()));
    server = new Server(threads);
    server.setErrorHandler(new ErrorAnswers());
    server.setHandler(new GracefulHandler(door));
    connector =
        new ServerConnector(
            server, ACCEPTORS, SELECTORS, new HttpConnectionFactory(configuration(limits)));
    connector.setHost(address.host());
    connector.setPort(address.port());
    connector.setIdleTimeout(limits.idleTime().toMillis());
    connector.addBean(deadlines);
    server.addConnector(connector);
    server.addBean(new NetworkConnectionLimit(limits.connections(), server));
  }

  /**
   * Begins to listen.
   *
   * @throws BindException when the port is taken
   */
  public void start() throws IOException {
    try {
      server.start();
      deadlines.start();
    } catch (IOException e) {
      close();
      throw e.getCause() instanceof BindException taken ? taken : e;
    } catch (Exception e) {
      close();
      throw new IllegalStateException("the web server does not start: " + e.getMessage(), e);
    }
  }

  /** The port it listens on. */
  public int port() {
    return connector.getLocalPort();
  }

  /** How many clients follow streams. */
  public int streams() {
    return door.streams();
  }

  /** Accepts nothing more, ends the streams, and lets the requests finish that are in flight. */
  public void stop(Duration grace) {
    door.stopStreams();
    server.setStopTimeout(grace.toMillis());
    close();
  }

  @Override
  public void close() {
    try {
      server.stop();
    } catch (Exception e) {
      log.warn("The web server did not stop in order: {}", e.toString());
    }
    deadlines.close();
  }

  private static HttpConfiguration configuration(Limits limits) {
    var http = new HttpConfiguration();
    http.setSendServerVersion(false);
    http.setSendDateHeader(true);
    http.setIdleTimeout(limits.idleTime().toMillis());
    http.setRequestHeaderSize(limits.headerBytes());
    // Lines that end with a bare LF, folded headers and the like: proxies may read them otherwise.
    http.setHttpCompliance(HttpCompliance.STRICT);
    // The name of a step may hold a slash. Paths are cut before they are decoded, so it is safe.
    http.setUriCompliance(
        UriCompliance.DEFAULT.with(
            "steps",
            UriCompliance.Violation.AMBIGUOUS_PATH_SEPARATOR,
            UriCompliance.Violation.AMBIGUOUS_PATH_ENCODING));
    return http;
  }
}
