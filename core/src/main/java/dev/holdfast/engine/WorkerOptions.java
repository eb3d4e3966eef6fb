package dev.holdfast.engine;

import java.time.Duration;

/**
 * How many steps a node executes at once, and for how long.
 *
 * @param count workers at the start
 * @param min idle workers leave, but so many stay
 * @param max the pool never grows beyond this
 * @param idleAfter a worker without work for so long leaves
 * @param growAfter a step that has waited for so long gets a worker of its own, up to {@code max}
 * @param checkEvery how often the pool looks for idle workers
 * @param stepTimeout a step that takes longer is cut off and has failed
 * @param batch how many runs are taken from the queue at once, and may wait in memory
 * @param starvedAfter what has waited for so long gets one of four free workers, however urgent
 *     others are
 */
public record WorkerOptions(
    int count,
    int min,
    int max,
    Duration idleAfter,
    Duration growAfter,
    Duration checkEvery,
    Duration stepTimeout,
    int batch,
    Duration starvedAfter) {

  public WorkerOptions {
    if (min < 1 || count < min || max < count) {
      throw new IllegalArgumentException(
          "workers: 1 <= min <= count <= max, not %d, %d, %d".formatted(min, count, max));
    }
    if (batch < 1) {
      throw new IllegalArgumentException("a batch has at least one run, not " + batch);
    }
  }

  /** So many workers, no fewer and no more. */
  public static WorkerOptions fixed(int workers) {
    return new WorkerOptions(
        workers,
        workers,
        workers,
        Duration.ofMinutes(5),
        Duration.ofSeconds(1),
        Duration.ofSeconds(30),
        Duration.ofHours(1),
        10,
        Duration.ofMinutes(1));
  }
}
