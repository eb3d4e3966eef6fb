package dev.holdfast.engine;

import dev.holdfast.store.Append;
import dev.holdfast.store.Header;
import dev.holdfast.store.HeaderChange;
import dev.holdfast.store.Store;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Callers that wait for runs to end. This node's own commits wake them at once; a run that ends on
 * another node is found by looking, often at first and then less so.
 */
final class Watchers {

  private static final Duration LOOK_EMBEDDED = Duration.ofSeconds(1);
  private static final Duration LOOK_FIRST = Duration.ofMillis(10);
  private static final Duration LOOK_LAST = Duration.ofMillis(500);

  private record Watch(CompletableFuture<Void> ended, int watchers) {}

  private final Store store;
  private final Patience patience;
  private final ConcurrentHashMap<UUID, Watch> watches = new ConcurrentHashMap<>();

  Watchers(Store store, Patience patience) {
    this.store = store;
    this.patience = patience;
  }

  /** Called after each commit of this node. */
  void committed(Append append) {
    if (!watches.isEmpty()
        && append.change() instanceof HeaderChange.Update update
        && update.state().status().terminal()) {
      var watch = watches.get(append.run());
      if (watch != null) {
        watch.ended.complete(null);
      }
    }
  }

  /** The run's header once it is terminal; empty when the time is over before that. */
  Optional<Header> await(UUID run, Duration atMost) throws InterruptedException {
    var watch =
        watches.merge(
            run,
            new Watch(new CompletableFuture<>(), 1),
            (old, fresh) -> new Watch(old.ended, old.watchers + 1));
    try {
      var look = store.embedded() ? LOOK_EMBEDDED : LOOK_FIRST;
      long leftNanos = atMost.toNanos();
      while (true) {
        var header = patience.ask("read run " + run, () -> store.header(run));
        if (header.isEmpty()) {
          throw new IllegalArgumentException("there is no run " + run);
        }
        if (header.get().state().status().terminal()) {
          return header;
        }
        if (leftNanos <= 0) {
          return Optional.empty();
        }
        long waitNanos = Math.min(look.toNanos(), leftNanos);
        waitFor(watch, waitNanos);
        leftNanos -= waitNanos;
        look = look.compareTo(LOOK_LAST) < 0 ? look.multipliedBy(2) : look;
      }
    } finally {
      watches.computeIfPresent(
          run, (id, w) -> w.watchers == 1 ? null : new Watch(w.ended, w.watchers - 1));
    }
  }

  private static void waitFor(Watch watch, long nanos) throws InterruptedException {
    try {
      watch.ended.get(nanos, TimeUnit.NANOSECONDS);
    } catch (TimeoutException notYet) {
      // Look again.
    } catch (ExecutionException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
