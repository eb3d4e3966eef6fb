package dev.holdfast.server.api;

import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Tells those who follow runs that something was committed. Only that, never what: they read it
 * from the store, which is the truth. Called by whoever commits, so it does next to nothing.
 */
final class Changes implements Consumer<UUID> {

  /** Somebody who follows one run. */
  final class Watch implements AutoCloseable {
    private final UUID run;
    private final Semaphore news = new Semaphore(0);

    private Watch(UUID run) {
      this.run = run;
    }

    /** Returns when there may be news, or after so long. */
    void await(long millis) throws InterruptedException {
      if (news.tryAcquire(millis, TimeUnit.MILLISECONDS)) {
        news.drainPermits();
      }
    }

    @Override
    public void close() {
      watches.computeIfPresent(
          run,
          (id, all) -> {
            all.remove(this);
            return all.isEmpty() ? null : all;
          });
    }
  }

  private final Map<UUID, Set<Watch>> watches = new ConcurrentHashMap<>();
  private final CopyOnWriteArrayList<Consumer<UUID>> listeners = new CopyOnWriteArrayList<>();

  @Override
  public void accept(UUID run) {
    if (!watches.isEmpty()) {
      var followers = watches.get(run);
      if (followers != null) {
        followers.forEach(watch -> watch.news.release());
      }
    }
    listeners.forEach(listener -> listener.accept(run));
  }

  Watch watch(UUID run) {
    var watch = new Watch(run);
    watches.compute(
        run,
        (id, all) -> {
          var followers = all == null ? ConcurrentHashMap.<Watch>newKeySet() : all;
          followers.add(watch);
          return followers;
        });
    return watch;
  }

  /** Told of every change of every run; must be quick. */
  void onChange(Consumer<UUID> listener) {
    listeners.add(listener);
  }
}
