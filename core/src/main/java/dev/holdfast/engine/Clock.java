package dev.holdfast.engine;

import java.time.Instant;

/** The engine's time: what it is, and how to be called when it has come. */
public interface Clock {

  Instant now();

  /** Runs the task once, at that time or as soon as possible after it. The task must be short. */
  Alarm at(Instant when, Runnable task);

  /** A task that waits for its time. */
  interface Alarm {
    void cancel();
  }
}
