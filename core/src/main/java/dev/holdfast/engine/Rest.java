package dev.holdfast.engine;

import java.util.concurrent.atomic.AtomicInteger;

/** How many live runs only wait, and somebody who is told when one more does. */
final class Rest {

  private final AtomicInteger runs = new AtomicInteger();
  private volatile Runnable listener = () -> {};

  int runs() {
    return runs.get();
  }

  void begin() {
    runs.incrementAndGet();
    listener.run();
  }

  void end() {
    runs.decrementAndGet();
  }

  void onBegin(Runnable told) {
    listener = told;
  }
}
