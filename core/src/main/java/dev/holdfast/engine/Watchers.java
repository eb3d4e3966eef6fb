package dev.holdfast.engine;

import dev.holdfast.log.HeaderFold;
import dev.holdfast.store.Append;
import dev.holdfast.store.HeaderChange;
import dev.holdfast.store.HeaderState;
import dev.holdfast.store.Store;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Callers that wait for runs to end. This node's own commits wake them at once; a run that ends on
 * another node is found by looking, often at first and then less so.
 */
final class Watchers {

  private static final Duration LOOK_EMBEDDED = Duration.ofSeconds(1);
  private static final Duration LOOK_FIRST = Duration.ofMillis(10);
  private static final Duration LOOK_LAST = Duration.ofMillis(500);

  private record Watch(CompletableFuture<@Nullable HeaderState> ended, int watchers) {}

  private final Store store;
  private final Patience patience;
  private final Predicate<UUID> isHere;
  private final ConcurrentHashMap<UUID, Watch> watches = new ConcurrentHashMap<>();

  /**
   * @param isHere whether this node advances the run, so that its end will be told to us
   */
  Watchers(Store store, Patience patience, Predicate<UUID> isHere) {
    this.store = store;
    this.patience = patience;
    this.isHere = isHere;
  }

  /** Called after each commit of this node. */
  void committed(Append append) {
    if (!watches.isEmpty()
        && append.change() instanceof HeaderChange.Update update
        && update.state().status().terminal()) {
      tell(append.run(), update.state());
    }
  }

  /** This node has let go of the run, ended or not: whoever relied on its word must look again. */
  void letGo(UUID run) {
    tell(run, null);
  }

  /**
   * What became of the run once it is terminal, or paused, for then it may wait for ever; empty
   * when the time is over before that.
   */
  Optional<HeaderState> await(UUID run, Duration atMost) throws InterruptedException {
    long leftNanos = atMost.toNanos();
    var look = store.embedded() ? LOOK_EMBEDDED : LOOK_FIRST;
    while (true) {
      var watch = watch(run);
      try {
        // Asked after the watch is set: if the run is here now, we shall hear of its end.
        if (!isHere.test(run) || leftNanos <= 0) {
          var state = read(run);
          if (state.status().terminal() || HeaderFold.isPaused(state)) {
            return Optional.of(state);
          }
        }
        if (leftNanos <= 0) {
          return Optional.empty();
        }
        long waitNanos = Math.min(look.toNanos(), leftNanos);
        if (told(watch, waitNanos)) {
          var state = watch.ended.getNow(null);
          if (state != null) {
            return Optional.of(state);
          }
        } else {
          leftNanos -= waitNanos;
          look = look.compareTo(LOOK_LAST) < 0 ? look.multipliedBy(2) : look;
        }
      } finally {
        unwatch(run);
      }
    }
  }

  private void tell(UUID run, @Nullable HeaderState state) {
    var watch = watches.get(run);
    if (watch != null) {
      watch.ended.complete(state);
    }
  }

  private Watch watch(UUID run) {
    return watches.merge(
        run,
        new Watch(new CompletableFuture<>(), 1),
        (old, fresh) ->
            old.ended.isDone()
                ? new Watch(fresh.ended, old.watchers + 1)
                : new Watch(old.ended, old.watchers + 1));
  }

  private void unwatch(UUID run) {
    watches.computeIfPresent(
        run, (id, w) -> w.watchers == 1 ? null : new Watch(w.ended, w.watchers - 1));
  }

  private HeaderState read(UUID run) {
    return patience
        .ask("read run " + run, () -> store.header(run))
        .orElseThrow(() -> new IllegalArgumentException("there is no run " + run))
        .state();
  }

  /** False when nothing was said in all that time. */
  private static boolean told(Watch watch, long nanos) throws InterruptedException {
    try {
      watch.ended.get(nanos, TimeUnit.NANOSECONDS);
      return true;
    } catch (TimeoutException notYet) {
      return false;
    } catch (ExecutionException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
