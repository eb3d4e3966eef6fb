package dev.holdfast.server.api;

import dev.holdfast.store.Header;
import dev.holdfast.store.HeaderState;
import dev.holdfast.store.RunFilter;
import dev.holdfast.store.RunPhase;
import dev.holdfast.store.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * Finds what other processes do to runs, which nobody tells us: looks at the newest runs, and at
 * the newest that have not ended, and compares. Used by one thread.
 */
final class Others {

  private static final Duration LOOK_SHARED = Duration.ofSeconds(1);

  /** Nobody else advances runs here, but somebody may speak to them. */
  private static final Duration LOOK_EMBEDDED = Duration.ofSeconds(5);

  private static final int SEEN = 200;
  private static final Set<RunPhase> OPEN =
      Set.of(
          RunPhase.PENDING, RunPhase.RUNNING, RunPhase.RETRYING, RunPhase.WAITING, RunPhase.PAUSED);

  private final Store store;
  private final long everyNanos;
  private Map<UUID, HeaderState> known = new HashMap<>();
  private long lookedAt;

  Others(Store store) {
    this.store = store;
    this.everyNanos = (store.embedded() ? LOOK_EMBEDDED : LOOK_SHARED).toNanos();
  }

  /** From here on changes are told. */
  void begin() {
    known = look();
    lookedAt = System.nanoTime();
  }

  /** The state of this run has just been told. */
  void told(Header header) {
    known.computeIfPresent(header.id(), (id, before) -> header.state());
  }

  /** Runs that have changed since the last look; none when it is too early to look again. */
  List<UUID> changed() {
    if (System.nanoTime() - lookedAt < everyNanos) {
      return List.of();
    }
    var now = look();
    List<UUID> changed = new ArrayList<>();
    now.forEach(
        (run, state) -> {
          if (!state.equals(known.get(run))) {
            changed.add(run);
          }
        });
    // What was open and is no longer among the newest may have ended.
    known.forEach(
        (run, state) -> {
          if (!now.containsKey(run) && !state.status().terminal()) {
            changed.add(run);
          }
        });
    known = now;
    lookedAt = System.nanoTime();
    return changed;
  }

  private Map<UUID, HeaderState> look() {
    Map<UUID, HeaderState> now = new HashMap<>();
    store.lists().find(RunFilter.ALL, null, SEEN).forEach(h -> now.put(h.id(), h.state()));
    store
        .lists()
        .find(RunFilter.ALL.phases(OPEN), null, SEEN)
        .forEach(h -> now.put(h.id(), h.state()));
    return now;
  }
}
