package dev.holdfast.engine;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes long steps visible. That a step has begun is written with the next commit of its run, which
 * costs nothing, but a step that takes long has no next commit; so every now and then the runs in
 * memory are looked over and what has waited too long is written.
 */
final class Showing {

  private static final Logger log = LoggerFactory.getLogger(Showing.class);

  private final Clock clock;
  private final Duration after;
  private final Collection<LiveRun> live;
  private final AtomicBoolean looking = new AtomicBoolean();
  private volatile boolean closed;
  private volatile Clock.@Nullable Alarm alarm;

  Showing(Clock clock, Duration after, Collection<LiveRun> live) {
    this.clock = clock;
    this.after = after;
    this.live = live;
  }

  /** Something is live: look again in a while, and on and on until nothing is. */
  void look() {
    if (!closed && !looking.get() && looking.compareAndSet(false, true)) {
      alarm = clock.at(clock.now().plus(after), this::lookNow);
    }
  }

  void close() {
    closed = true;
    var waiting = alarm;
    if (waiting != null) {
      waiting.cancel();
    }
  }

  private void lookNow() {
    looking.set(false);
    Instant before = clock.now().minus(after);
    for (var run : live) {
      var since = run.log().bufferedSince();
      if (since != null && since.isBefore(before)) {
        Thread.ofVirtual().name("holdfast-show").start(() -> show(run));
      }
    }
    if (!live.isEmpty()) {
      look();
    }
  }

  private static void show(LiveRun run) {
    try {
      run.log().flush();
    } catch (Unwind gone) {
      log.atDebug().addKeyValue("run", run.id()).log("Run {} has left this node", run.id());
    }
  }
}
