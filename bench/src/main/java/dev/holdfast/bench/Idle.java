package dev.holdfast.bench;

import dev.holdfast.Holdfast;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** A node with nothing to do: how many statements it sends. */
final class Idle {

  private Idle() {}

  static double statementsPerMinute(Target target, Duration duration) {
    try (var holdfast = Holdfast.open(target.newStore())) {
      var job = holdfast.job("bench.idle.v1", Integer.class, Integer.class, n -> n);
      holdfast.start();
      job.start(1).join();
      rest(Duration.ofSeconds(2));
      long before = holdfast.engine().store().statements();
      rest(duration);
      long statements = holdfast.engine().store().statements() - before;
      return statements * 60.0 / duration.toSeconds();
    }
  }

  private static void rest(Duration duration) {
    long until = System.nanoTime() + duration.toNanos();
    for (long left = duration.toNanos(); left > 0; left = until - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }
}
