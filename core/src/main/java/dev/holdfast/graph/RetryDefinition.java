package dev.holdfast.graph;

import java.time.Duration;

/**
 * How a step is tried again.
 *
 * @param maxAttempts executions in all, the first included
 * @param delay wait before the second attempt
 * @param multiplier how much longer each further wait is
 * @param maxDelay the longest wait
 * @param jitter up to this share of the wait is added at random, and taken off the longest
 */
public record RetryDefinition(
    int maxAttempts, Duration delay, double multiplier, Duration maxDelay, double jitter) {

  static final Duration DELAY = Duration.ofSeconds(1);
  static final double MULTIPLIER = 2;
  static final Duration MAX_DELAY = Duration.ofMinutes(5);
  static final double JITTER = 0.1;
}
