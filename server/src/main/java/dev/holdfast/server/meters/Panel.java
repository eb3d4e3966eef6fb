package dev.holdfast.server.meters;

import dev.holdfast.engine.Engine;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All instruments of a node, and the thread that reads them every few seconds. */
public final class Panel implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Panel.class);

  private final Engine engine;
  private final Meters meters;
  private final Census census;
  private final History history = new History();
  private final DiskUse disk;
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile Read last;
  private @Nullable Thread thread;

  public Panel(Engine engine, Meters meters) {
    this.engine = engine;
    this.meters = meters;
    this.census = new Census(engine.store(), System::nanoTime);
    this.disk = new DiskUse(() -> engine.store().figures().disk(), System::nanoTime);
    this.last = read();
  }

  public Meters meters() {
    return meters;
  }

  public Census census() {
    return census;
  }

  public History history() {
    return history;
  }

  public DiskUse disk() {
    return disk;
  }

  public void start() {
    thread = Thread.ofPlatform().daemon().name("holdfast-panel").start(this::run);
  }

  /** All that happened so lately, up to now, as one point. */
  public History.Point lately(Duration reach) {
    var open = between(last, read(), null);
    return history.since(engine.now().minus(reach), reach).stream()
        .reduce((earlier, later) -> earlier.and(later))
        .map(point -> point.and(open))
        .orElse(open);
  }

  @Override
  public void close() {
    closed.countDown();
    var running = thread;
    if (running != null) {
      try {
        running.join(Duration.ofSeconds(5));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Ends an interval: what it had becomes a point of the history. */
  void tick() {
    Census.@Nullable Taken taken = null;
    try {
      taken = census.take(Duration.ZERO);
    } catch (RuntimeException e) {
      // The point is made all the same: that the store was away is what people look for later.
      log.warn("The store could not be counted: {}", e.toString());
    }
    var now = read();
    history.add(between(last, now, taken));
    last = now;
  }

  private void run() {
    try {
      do {
        tick();
      } while (!closed.await(History.SHORT.toMillis(), TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      log.warn("The history of this node ends here: its thread was interrupted");
    }
  }

  /** All counters at one time. */
  private record Read(Meters.Totals totals, long faults) {}

  private Read read() {
    return new Read(meters.read(), engine.journalStats().faults());
  }

  private History.Point between(Read before, Read after, Census.@Nullable Taken taken) {
    var then = before.totals;
    var now = after.totals;
    return new History.Point(
        engine.now(),
        now.attempts() - then.attempts(),
        now.retried() + now.failed() - then.retried() - then.failed(),
        now.runsStarted() - then.runsStarted(),
        now.runsEnded() - then.runsEnded(),
        after.faults - before.faults,
        now.commitTimes().minus(then.commitTimes()),
        now.batches().minus(then.batches()),
        taken == null ? null : taken.open());
  }
}
