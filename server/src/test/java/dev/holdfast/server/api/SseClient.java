package dev.holdfast.server.api;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Follows a stream of server-sent events as a browser would. */
final class SseClient implements AutoCloseable {

  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

  /** A message; {@code event} is {@code :} for a comment and {@code end of stream} at the end. */
  record Message(@Nullable String id, String event, String data) {
    JsonNode json() {
      return new JsonMapper().readTree(data);
    }
  }

  static final String CLOSED = "end of stream";

  private final HttpClient http = HttpClient.newHttpClient();
  private final HttpResponse<Stream<String>> response;
  private final LinkedBlockingQueue<Message> messages = new LinkedBlockingQueue<>();

  SseClient(URI uri, @Nullable String lastEventId) throws IOException, InterruptedException {
    var request = HttpRequest.newBuilder(uri).header("Accept", "text/event-stream");
    if (lastEventId != null) {
      request.header("Last-Event-ID", lastEventId);
    }
    response = http.send(request.build(), BodyHandlers.ofLines());
    Thread.ofVirtual().start(this::read);
  }

  int status() {
    return response.statusCode();
  }

  String type() {
    return response.headers().firstValue("content-type").orElse("");
  }

  /** The next message like this; those before it are dropped. */
  Message next(Predicate<Message> wanted) throws InterruptedException {
    List<Message> dropped = new ArrayList<>();
    long until = System.nanoTime() + PATIENCE_NANOS;
    while (true) {
      var message = messages.poll(until - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (message == null || (message.event.equals(CLOSED) && !wanted.test(message))) {
        throw new AssertionError("nothing like it came; there were " + dropped);
      }
      if (wanted.test(message)) {
        return message;
      }
      dropped.add(message);
    }
  }

  Message next(String event) throws InterruptedException {
    return next(message -> message.event.equals(event));
  }

  /** All messages up to the end of the stream. */
  List<Message> rest() throws InterruptedException {
    List<Message> all = new ArrayList<>();
    long until = System.nanoTime() + PATIENCE_NANOS;
    while (true) {
      var message = messages.poll(until - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (message == null) {
        throw new AssertionError("the stream does not end; there were " + all);
      }
      if (message.event.equals(CLOSED)) {
        return all;
      }
      all.add(message);
    }
  }

  @Override
  public void close() {
    http.shutdownNow();
  }

  private void read() {
    String id = null;
    String event = "message";
    var data = new StringBuilder();
    try {
      var lines = response.body().iterator();
      while (lines.hasNext()) {
        var line = lines.next();
        if (line.startsWith(":")) {
          messages.add(new Message(null, ":", line));
        } else if (line.startsWith("id: ")) {
          id = line.substring(4);
        } else if (line.startsWith("event: ")) {
          event = line.substring(7);
        } else if (line.startsWith("data: ")) {
          data.append(line.substring(6));
        } else if (line.isEmpty() && !data.isEmpty()) {
          messages.add(new Message(id, event, data.toString()));
          id = null;
          event = "message";
          data.setLength(0);
        }
      }
    } catch (RuntimeException cut) {
      // However it ended, it has ended.
    }
    messages.add(new Message(null, CLOSED, ""));
  }
}
