package dev.holdfast.engine;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;

/** What a live run needs from the engine that holds it. */
record Surroundings(
    Clock clock,
    RandomGenerator random,
    Duration parkAfter,
    BooleanSupplier draining,
    Others others,
    Observer observer,
    boolean rehearsing) {

  /** The same, for a run that replays its log and executes nothing. */
  Surroundings forRehearsal() {
    return new Surroundings(clock, random, parkAfter, () -> false, others, Observer.NONE, true);
  }
}
