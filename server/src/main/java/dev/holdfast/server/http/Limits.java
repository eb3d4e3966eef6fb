package dev.holdfast.server.http;

import java.time.Duration;

/**
 * What one client may cost.
 *
 * @param bodyBytes the largest body of a request
 * @param headerBytes the largest head of a request
 * @param connections how many clients may be connected at once
 * @param headTime how long the head of a request may take to arrive
 * @param requestTime how long a whole request may take, its body and its answer included
 * @param idleTime how long a connection may say nothing
 * @param streamQueue how many events may wait for one client of a stream
 * @param heartbeat how often a silent stream says that it is alive
 */
public record Limits(
    int bodyBytes,
    int headerBytes,
    int connections,
    Duration headTime,
    Duration requestTime,
    Duration idleTime,
    int streamQueue,
    Duration heartbeat) {

  public static Limits defaults() {
    return new Limits(
        1024 * 1024,
        16 * 1024,
        4_096,
        Duration.ofSeconds(10),
        Duration.ofSeconds(30),
        Duration.ofSeconds(30),
        1_000,
        Duration.ofSeconds(15));
  }
}
