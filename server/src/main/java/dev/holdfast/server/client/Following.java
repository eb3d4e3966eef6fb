package dev.holdfast.server.client;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import tools.jackson.databind.JsonNode;

/**
 * Follows a run until its end. A server that goes away is waited for, and its successor is asked
 * for what came since: nothing is missed and nothing comes twice.
 */
public final class Following {

  private static final Duration ASK_AGAIN = Duration.ofMillis(300);

  /** Who is told. */
  public interface Listener {

    /** An event of the log. */
    void event(JsonNode event);

    /** The run as it is now, in short. */
    void run(JsonNode row);

    /** The server does not answer; called once for each time it goes away. */
    void away();
  }

  private final ServerClient client;
  private final String path;
  private final Listener listener;
  private final Duration patience;
  private long after;
  private long seen;
  private boolean over;

  /**
   * @param path of the stream
   * @param patience how long a server may be away
   */
  public Following(ServerClient client, String path, Listener listener, Duration patience) {
    this.client = client;
    this.path = path;
    this.listener = listener;
    this.patience = patience;
  }

  /** Returns when the run has ended. */
  public void follow() {
    long since = System.nanoTime();
    boolean away = false;
    while (!over) {
      long before = seen;
      try {
        read();
      } catch (ServerAway | UncheckedIOException e) {
        if (seen == 0) {
          throw e;
        }
        if (!away || seen > before) {
          away = true;
          since = System.nanoTime();
          listener.away();
        }
        if (System.nanoTime() - since > patience.toNanos()) {
          throw new ServerAway(client.url() + " has gone away.");
        }
        LockSupport.parkNanos(ASK_AGAIN.toNanos());
      }
    }
  }

  private void read() {
    var lines = client.lines(path, after);
    if (lines.isEmpty()) {
      over = true;
      return;
    }
    try (var open = lines.get()) {
      var message = new Message();
      open.takeWhile(line -> !over).forEach(line -> take(message, line));
    }
    if (!over) {
      throw new ServerAway(client.url() + " has closed the stream.");
    }
  }

  private static final class Message {
    private String name = "";
    private String data = "";
    private String id = "";
  }

  private void take(Message message, String line) {
    if (line.startsWith("event:")) {
      message.name = line.substring(6).strip();
    } else if (line.startsWith("data:")) {
      message.data += line.substring(5).strip();
    } else if (line.startsWith("id:")) {
      message.id = line.substring(3).strip();
    } else if (line.isEmpty()) {
      tell(message);
      message.name = "";
      message.data = "";
      message.id = "";
    }
  }

  private void tell(Message message) {
    switch (message.name) {
      case "event" -> event(message);
      case "run" -> listener.run(ServerClient.JSON.readTree(message.data));
      case "end" -> over = true;
      default -> {
        // A comment, or something newer than this client.
      }
    }
  }

  /** Entries hold several events; when the stream breaks inside one, they come again. */
  private void event(Message message) {
    var event = ServerClient.JSON.readTree(message.data);
    long seq = event.path("seq").asLong();
    if (seq > seen) {
      seen = seq;
      listener.event(event);
    }
    if (!message.id.isEmpty()) {
      after = Long.parseLong(message.id);
    }
  }
}
