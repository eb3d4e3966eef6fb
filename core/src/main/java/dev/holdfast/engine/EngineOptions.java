package dev.holdfast.engine;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a node behaves.
 *
 * @param nodeName what people call this node; its identity is this name and something random
 * @param lease how long the node is believed alive after a heartbeat
 * @param runsMax how many runs it holds in memory at once
 * @param parkAfter a wait longer than this leaves memory
 * @param showAfter a step that runs longer than this is written as started, so that it can be seen
 * @param claimsMax how often a run may be claimed without progress before it is a dead letter
 * @param grace how long a closing node waits for running steps
 * @param waitingAppendsMax how many appends may wait for the disk before callers do
 * @param inlineCharsMax values longer than this are stored beside the log
 * @param pollEvery how often to look for work that no hint announced; null: as the store says
 * @param workers how many steps execute at once; null: any number
 * @param recoverAfter how long after its start the node begins to take over the runs of dead ones
 */
public record EngineOptions(
    String nodeName,
    Duration lease,
    int runsMax,
    Duration parkAfter,
    Duration showAfter,
    int claimsMax,
    Duration grace,
    int waitingAppendsMax,
    int inlineCharsMax,
    @Nullable Duration pollEvery,
    @Nullable WorkerOptions workers,
    Duration recoverAfter) {

  private static final int INLINE_CHARS_LIMIT = 1024 * 1024;

  public EngineOptions {
    require(!nodeName.isBlank(), "nodeName must not be blank");
    require(lease.toMillis() >= 100, "lease must be at least 100 ms, not " + lease);
    require(runsMax >= 1, "runsMax must be at least 1, not " + runsMax);
    require(claimsMax >= 1, "claimsMax must be at least 1, not " + claimsMax);
    require(waitingAppendsMax >= 1, "waitingAppendsMax must be at least 1");
    require(
        inlineCharsMax >= 0 && inlineCharsMax <= INLINE_CHARS_LIMIT,
        "inlineCharsMax must be between 0 and " + INLINE_CHARS_LIMIT);
  }

  /** Any number of steps at once; the runs of dead nodes are taken over from the start. */
  public EngineOptions(
      String nodeName,
      Duration lease,
      int runsMax,
      Duration parkAfter,
      Duration showAfter,
      int claimsMax,
      Duration grace,
      int waitingAppendsMax,
      int inlineCharsMax,
      @Nullable Duration pollEvery) {
    this(
        nodeName,
        lease,
        runsMax,
        parkAfter,
        showAfter,
        claimsMax,
        grace,
        waitingAppendsMax,
        inlineCharsMax,
        pollEvery,
        null,
        Duration.ZERO);
  }

  public static EngineOptions defaults() {
    return new EngineOptions(
        "node",
        Duration.ofSeconds(30),
        10_000,
        Duration.ofSeconds(1),
        Duration.ofMillis(100),
        10,
        Duration.ofSeconds(10),
        20_000,
        64 * 1024,
        null);
  }

  public EngineOptions workers(@Nullable WorkerOptions value) {
    return new EngineOptions(
        nodeName,
        lease,
        runsMax,
        parkAfter,
        showAfter,
        claimsMax,
        grace,
        waitingAppendsMax,
        inlineCharsMax,
        pollEvery,
        value,
        recoverAfter);
  }

  private static void require(boolean condition, String message) {
    if (!condition) {
      throw new IllegalArgumentException(message);
    }
  }
}
