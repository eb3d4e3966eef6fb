package dev.holdfast.server.http;

import dev.holdfast.store.StoreException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Response;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way to one client of server-sent events. Written to by the one thread that serves the client;
 * a client that no longer reads is dropped by the connection's idle time.
 */
public final class EventStream {

  private static final Logger log = LoggerFactory.getLogger(EventStream.class);
  private static final long ADMIT_AGAIN_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Response response;
  private final Duration heartbeat;
  private final Runnable admission;
  private final Thread writer = Thread.currentThread();
  private long admittedAt = System.nanoTime();
  private volatile boolean closed;

  /**
   * @param admission throws when the client may no longer listen
   */
  EventStream(Response response, Duration heartbeat, Runnable admission) {
    this.response = response;
    this.heartbeat = heartbeat;
    this.admission = admission;
  }

  /** How long to stay silent at most before {@link #comment}. */
  public Duration heartbeat() {
    return heartbeat;
  }

  public boolean open() {
    return !closed;
  }

  /**
   * One event.
   *
   * @param id what the client sends as {@code Last-Event-ID} when it comes back
   * @param data one line of JSON
   */
  public void send(@Nullable String id, String event, String data) throws IOException {
    var text = new StringBuilder(data.length() + 64);
    if (id != null) {
      text.append("id: ").append(id).append('\n');
    }
    text.append("event: ").append(event).append('\n');
    data.lines().forEach(line -> text.append("data: ").append(line).append('\n'));
    write(text.append('\n').toString());
  }

  /** A line that clients ignore, which shows both sides that the other is there. */
  public void comment(String text) throws IOException {
    write(": " + text + "\n\n");
  }

  /** Ends the stream from outside. */
  void close() {
    closed = true;
    writer.interrupt();
  }

  void begin() throws IOException {
    write("retry: 1000\n\n");
  }

  private void write(String text) throws IOException {
    if (closed) {
      throw new IOException("the server is stopping");
    }
    admitAgain();
    Content.Sink.write(response, false, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
  }

  private void admitAgain() throws IOException {
    long now = System.nanoTime();
    if (now - admittedAt > ADMIT_AGAIN_NANOS) {
      admittedAt = now;
      try {
        admission.run();
      } catch (HttpProblem refused) {
        throw new IOException("the client may no longer listen", refused);
      } catch (StoreException away) {
        log.debug("Nobody can be asked whether a client may still listen: {}", away.toString());
      }
    }
  }
}
