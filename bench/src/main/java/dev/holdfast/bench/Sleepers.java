package dev.holdfast.bench;

import dev.holdfast.Holdfast;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A hundred thousand runs asleep on one node.
 *
 * @param heapMb heap in use while they sleep, all of Holdfast included
 * @param heapPerRun heap that each of them takes, against the same node without them
 * @param late how long after its time a run goes on, while all the others sleep
 */
record Sleepers(double heapMb, double heapPerRun, Percentiles late) {

  private static final int RUNS = 100_000;
  private static final int WAKING = 1_000;

  /** What a run is asked for. */
  record Nap(int number, long sleepMs) {}

  static Sleepers measure(Target target) throws InterruptedException {
    var woken = new CountDownLatch(WAKING);
    var lateNanos = new long[WAKING];
    try (var holdfast = Holdfast.open(target.newStore())) {
      var nap =
          holdfast.workflow(
              "bench.nap.v1",
              Nap.class,
              Integer.class,
              (wf, it) -> {
                wf.sleep("nap", Duration.ofMillis(it.sleepMs()));
                if (it.number() >= 0) {
                  var due = wf.step("due", () -> Instant.now());
                  lateNanos[it.number()] = due.toEpochMilli() * 1_000_000L;
                  woken.countDown();
                }
                return it.number();
              });
      holdfast.start();
      nap.start(new Nap(-1, 1)).join();
      double before = heapBytes();
      Load.seconds(RUNS, 1_000, i -> nap.start(new Nap(-1, TimeUnit.HOURS.toMillis(5))));
      while (holdfast.engine().liveRuns() > 0) {
        LockSupport.parkNanos(10_000_000);
      }
      double asleep = heapBytes();
      var dueAt = new long[WAKING];
      for (int i = 0; i < WAKING; i++) {
        // Spread over five seconds, the first one long enough to leave memory like the others.
        long sleepMs = 2_000 + i * 5L;
        dueAt[i] = System.currentTimeMillis() + sleepMs;
        nap.start(new Nap(i, sleepMs));
      }
      woken.await();
      for (int i = 0; i < WAKING; i++) {
        lateNanos[i] -= dueAt[i] * 1_000_000L;
      }
      return new Sleepers(
          asleep / 1e6, Math.max(0, asleep - before) / RUNS, Percentiles.of(lateNanos));
    }
  }

  private static double heapBytes() {
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    return (double) ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
