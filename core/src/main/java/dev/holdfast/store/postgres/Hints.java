package dev.holdfast.store.postgres;

import dev.holdfast.store.Append;
import dev.holdfast.store.HeaderChange;
import dev.holdfast.store.HeaderState;
import dev.holdfast.store.RunStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * When to tell other processes that there is work, and whom to tell when they say so. PostgreSQL
 * commits transactions that notify one after the other, so hints are rare: a batch within {@link
 * #GAP} of the last hint sends none itself, and the watch sends one for all of those.
 */
final class Hints {

  private static final Logger LOG = LoggerFactory.getLogger(Hints.class);

  static final String CHANNEL = "holdfast";
  private static final Duration GAP = Duration.ofMillis(50);

  private final String sender = UUID.randomUUID().toString();

  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
  private final AtomicLong last = new AtomicLong(System.nanoTime() - GAP.toNanos());
  private final AtomicBoolean owed = new AtomicBoolean();

  void listen(Runnable listener) {
    listeners.add(listener);
  }

  /**
   * The hint to send with these appends; null when they make no work, or too soon after another.
   */
  @Nullable String with(List<Append> appends, Instant soon) {
    for (var append : appends) {
      if (makesWork(append.change(), soon)) {
        if (mayNotify()) {
          return sender;
        }
        owed.set(true);
        return null;
      }
    }
    return null;
  }

  /** The hint that is still to be sent for earlier appends, if any. */
  @Nullable String owed() {
    if (owed.get() && mayNotify()) {
      owed.set(false);
      return sender;
    }
    return null;
  }

  /** Goes with every hint, so that this process can ignore its own. */
  String sender() {
    return sender;
  }

  void deliver() {
    for (var listener : listeners) {
      try {
        listener.run();
      } catch (RuntimeException e) {
        LOG.warn("A listener for hints failed", e);
      }
    }
  }

  private boolean mayNotify() {
    long before = last.get();
    long now = System.nanoTime();
    return now - before >= GAP.toNanos() && last.compareAndSet(before, now);
  }

  private static boolean makesWork(@Nullable HeaderChange change, Instant soon) {
    return switch (change) {
      case HeaderChange.Insert insert -> due(insert.header().state(), soon);
      case HeaderChange.Update(HeaderState state) -> due(state, soon);
      case HeaderChange.Poke() -> true;
      case null -> false;
    };
  }

  private static boolean due(HeaderState state, Instant soon) {
    var runAt = state.runAt();
    return state.status() == RunStatus.PENDING && runAt != null && runAt.isBefore(soon);
  }
}
