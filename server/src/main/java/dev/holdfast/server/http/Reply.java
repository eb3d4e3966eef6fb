package dev.holdfast.server.http;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** What a handler answers: everything at once, or a stream of events. */
public sealed interface Reply {

  /** A header of the answer. */
  record Field(String name, String value) {}

  /** An answer whose body is at hand; never compared with another. */
  @SuppressWarnings("ArrayRecordComponent")
  record Whole(int status, List<Field> fields, String type, byte[] body) implements Reply {

    public Whole with(String name, String value) {
      var more = new ArrayList<>(fields);
      more.add(new Field(name, value));
      return new Whole(status, List.copyOf(more), type, body);
    }

    Whole closing() {
      return with(CLOSE.name(), CLOSE.value());
    }

    /** Whether the connection ends with it. */
    boolean closes() {
      return fields.contains(CLOSE);
    }
  }

  /**
   * Server-sent events: the writer runs until it returns, the client goes or the server stops.
   *
   * @param admission asked now and then; throws when the client may no longer listen
   */
  record Events(EventWriter writer, Runnable admission) implements Reply {

    public Events(EventWriter writer) {
      this(writer, () -> {});
    }

    Events admittedBy(Runnable check) {
      return new Events(writer, check);
    }
  }

  /** Writes events to one client. */
  @FunctionalInterface
  interface EventWriter {
    void write(EventStream stream) throws Exception;
  }

  Field CLOSE = new Field("Connection", "close");
  String JSON = "application/json";
  String PROBLEM = "application/problem+json";

  static Whole json(int status, JsonNode body) {
    return new Whole(status, List.of(), JSON, Json.bytes(body));
  }

  static Whole text(int status, String type, String body) {
    return new Whole(status, List.of(), type, body.getBytes(StandardCharsets.UTF_8));
  }

  static Whole empty(int status) {
    return new Whole(status, List.of(), "", new byte[0]);
  }
}
