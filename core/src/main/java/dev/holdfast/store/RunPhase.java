package dev.holdfast.store;

import java.util.Locale;
import java.util.Set;

/**
 * What a run is doing, in more words than its status has: a run that tries something again, or
 * waits for somebody, should not look like one that is at work. A fold of the header and nothing
 * else, so that it can be counted and filtered in the database.
 */
public enum RunPhase {
  /** Waits for a node. */
  PENDING,
  RUNNING,
  /** A step has failed and is tried again, now or later. */
  RETRYING,
  /** Waits for a time, a message or another run. */
  WAITING,
  /** Waits for a person, because code and log disagree. */
  PAUSED,
  COMPLETED,
  FAILED,
  CANCELLED;

  /** How what a run waits for begins while it is paused. */
  public static final String PAUSED_FOR = "paused: ";

  /** What a run waits for while a step of it is to be tried again, before the step's name. */
  public static final String RETRY_OF = "another attempt at ";

  /** What a run waits for that its node has handed over. */
  public static final String A_NODE = "a node";

  private static final Set<RunPhase> ENDED = Set.of(COMPLETED, FAILED, CANCELLED);

  public static RunPhase of(HeaderState state) {
    return switch (state.status()) {
      case SUCCEEDED -> COMPLETED;
      case FAILED -> FAILED;
      case CANCELLED -> CANCELLED;
      case PENDING, LEASED -> open(state);
    };
  }

  public boolean ended() {
    return ENDED.contains(this);
  }

  /** As it stands in JSON and in addresses. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  private static RunPhase open(HeaderState state) {
    var waitingFor = state.waitingFor();
    if (waitingFor != null && waitingFor.startsWith(PAUSED_FOR)) {
      return PAUSED;
    }
    if (waitingFor != null && waitingFor.contains(RETRY_OF)) {
      return RETRYING;
    }
    if (state.status() == RunStatus.LEASED) {
      return RUNNING;
    }
    boolean queued = state.startedAt() == null || waitingFor == null || waitingFor.equals(A_NODE);
    return queued ? PENDING : WAITING;
  }
}
