package dev.holdfast.store;

import java.util.UUID;

/**
 * What one append wrote.
 *
 * @param seq number of the first event
 * @param count how many events
 * @param events the events as a JSON array
 */
public record Entry(UUID run, long seq, int count, String events) {

  public long lastSeq() {
    return seq + count - 1;
  }
}
