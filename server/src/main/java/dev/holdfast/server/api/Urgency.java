package dev.holdfast.server.api;

import dev.holdfast.store.Header;

/**
 * Priorities of {@code /api/v1}, where 0 is usual and more is more urgent. Inside, less is first.
 */
final class Urgency {

  private Urgency() {}

  static int inside(int priority) {
    return Header.DEFAULT_PRIORITY - priority;
  }

  static int outside(int priority) {
    return Header.DEFAULT_PRIORITY - priority;
  }
}
