package dev.holdfast.bench;

import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntUnaryOperator;

/** Runs under way by their number, by which the code of a run finds where its timings go. */
final class TimedRuns {

  private final ConcurrentHashMap<Integer, Timings> timings = new ConcurrentHashMap<>();
  private final AtomicInteger runs = new AtomicInteger();

  /** Lets {@code execute} do a run of this number, and checks what it returns. */
  void run(int steps, Timings each, IntUnaryOperator execute) {
    int number = runs.incrementAndGet();
    timings.put(number, each);
    int sum = execute.applyAsInt(number);
    timings.remove(number);
    if (sum != steps * (steps - 1) / 2) {
      throw new IllegalStateException("a wrong result: " + sum);
    }
  }

  /** What a run does: adds up the numbers of its steps, each of which {@code step} performs. */
  int add(int steps, int number, IntUnaryOperator step) {
    var each = Objects.requireNonNull(timings.get(number));
    var sum = new AtomicInteger();
    for (int i = 0; i < steps; i++) {
      int value = i;
      each.time(() -> sum.addAndGet(step.applyAsInt(value)));
    }
    return sum.get();
  }
}
