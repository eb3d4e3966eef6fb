package dev.holdfast.engine;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * What a live run needs from the engine that holds it.
 *
 * @param workers who executes steps; null when any number may execute at once
 * @param rest how many live runs only wait
 */
record Surroundings(
    Clock clock,
    RandomGenerator random,
    Duration parkAfter,
    BooleanSupplier draining,
    Others others,
    Observer observer,
    @Nullable Workers workers,
    Rest rest,
    boolean rehearsing) {

  static Surroundings of(
      Engine.World world,
      Duration parkAfter,
      BooleanSupplier draining,
      Others others,
      Observer observer,
      @Nullable Workers workers) {
    return new Surroundings(
        world.clock(),
        world.random(),
        parkAfter,
        draining,
        others,
        observer,
        workers,
        new Rest(),
        false);
  }

  /** The same, for a run that replays its log and executes nothing. */
  Surroundings forRehearsal() {
    return new Surroundings(
        clock, random, parkAfter, () -> false, others, Observer.NONE, null, new Rest(), true);
  }
}
