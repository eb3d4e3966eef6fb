package dev.holdfast.server.http;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Connection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Cuts off requests that take too long as a whole. Jetty's idle time is not enough: a client that
 * sends a byte now and then is never idle. The head of a request is seen by the bytes that arrive
 * while no request of the connection is being handled.
 */
final class Deadlines implements Connection.Listener, AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Deadlines.class);
  private static final long LOOK_EVERY_MS = 250;

  /** What one connection is doing. Times as {@link System#nanoTime} counts, 0 for none. */
  private static final class Watch {
    private volatile long handledSince;
    private volatile boolean streaming;
    private volatile long bytesWhenIdle;
    private volatile long headSince;
  }

  private final Limits limits;
  private final Map<Connection, Watch> watches = new ConcurrentHashMap<>();
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("holdfast-deadlines").factory());

  Deadlines(Limits limits) {
    this.limits = limits;
  }

  /** The sweep catches everything itself, so its future has nothing to tell. */
  @SuppressWarnings("FutureReturnValueIgnored")
  void start() {
    timer.scheduleWithFixedDelay(
        this::sweepSafely, LOOK_EVERY_MS, LOOK_EVERY_MS, TimeUnit.MILLISECONDS);
  }

  @Override
  public void onOpened(Connection connection) {
    watches.put(connection, new Watch());
  }

  @Override
  public void onClosed(Connection connection) {
    watches.remove(connection);
  }

  /** The head is here and the request is being handled. */
  void begin(Connection connection, long nanos) {
    var watch = watches.get(connection);
    if (watch != null) {
      watch.headSince = 0;
      watch.handledSince = nanos;
    }
  }

  /** The answer has no end of its own. */
  void stream(Connection connection) {
    var watch = watches.get(connection);
    if (watch != null) {
      watch.streaming = true;
    }
  }

  void end(Connection connection) {
    var watch = watches.get(connection);
    if (watch != null) {
      watch.bytesWhenIdle = connection.getBytesIn();
      watch.streaming = false;
      watch.handledSince = 0;
    }
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }

  private void sweepSafely() {
    try {
      long now = System.nanoTime();
      watches.forEach((connection, watch) -> sweep(connection, watch, now));
    } catch (RuntimeException e) {
      log.warn("Could not look for slow requests; looking again soon", e);
    }
  }

  private void sweep(Connection connection, Watch watch, long now) {
    long handledSince = watch.handledSince;
    if (handledSince != 0) {
      // The body has its own deadline and a clean answer; this is for what does not heed it.
      boolean late = now - handledSince > limits.requestTime().toNanos() * 2;
      if (late && !watch.streaming) {
        cut(connection, "took too long");
      }
    } else if (connection.getBytesIn() == watch.bytesWhenIdle) {
      watch.headSince = 0;
    } else if (watch.headSince == 0) {
      watch.headSince = now;
    } else if (now - watch.headSince > limits.headTime().toNanos()) {
      cut(connection, "sent its head too slowly");
    }
  }

  private static void cut(Connection connection, String why) {
    log.info("Closed a connection of {}: it {}", connection.getEndPoint(), why);
    connection.getEndPoint().close();
  }
}
