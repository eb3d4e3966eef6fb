package dev.holdfast.store;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;

/** Time that moves when a test says so. */
final class ManualClock implements InstantSource {

  private final AtomicReference<Instant> now = new AtomicReference<>(Sample.START);

  @Override
  public Instant instant() {
    return now.get();
  }

  void advance(Duration by) {
    now.updateAndGet(instant -> instant.plus(by));
  }
}
