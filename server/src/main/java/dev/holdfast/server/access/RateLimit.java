package dev.holdfast.server.access;

import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/** How often each token may be used: so many times a second, and that many at once. */
final class RateLimit {

  private static final double NANOS = 1_000_000_000.0;

  /** What is left for a token, as of some time. */
  private record Bucket(double left, long atNanos) {}

  private final int perSecond;
  private final LongSupplier nanos;
  private final Map<UUID, Bucket> buckets = new ConcurrentHashMap<>();

  RateLimit(int perSecond, LongSupplier nanos) {
    this.perSecond = perSecond;
    this.nanos = nanos;
  }

  boolean allows(UUID token) {
    long now = nanos.getAsLong();
    var bucket =
        buckets.compute(
            token,
            (id, before) -> {
              double full = perSecond;
              double left =
                  before == null
                      ? full
                      : Math.min(
                          full,
                          Math.max(before.left, 0) + (now - before.atNanos) / NANOS * perSecond);
              return new Bucket(left - 1, now);
            });
    return bucket.left >= 0;
  }
}
