package dev.holdfast.server.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Response;
import org.jspecify.annotations.Nullable;

/**
 * The way to one client of server-sent events. Written to by the one thread that serves the client;
 * a client that no longer reads is dropped by the connection's idle time.
 */
public final class EventStream {

  private final Response response;
  private final Duration heartbeat;
  private final Thread writer = Thread.currentThread();
  private volatile boolean closed;

  EventStream(Response response, Duration heartbeat) {
    this.response = response;
    this.heartbeat = heartbeat;
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
    Content.Sink.write(response, false, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
  }
}
