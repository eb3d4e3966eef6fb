package dev.holdfast.engine;

import dev.holdfast.log.Event;
import dev.holdfast.log.Json;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What a person has decided about the steps of a live run: skip it with a value, try it again now.
 * Such a decision is a signal with a name that nobody else may use. It is heard before a step
 * begins and while it waits; a step's own code is never interrupted for it.
 */
final class Overrides {

  /** Names that begin like this are not for signals of users. */
  static final String RESERVED = "~";

  private static final String SKIP = "~skip:";
  private static final String RETRY = "~retry:";
  static final String REASON = "a person decided so";

  private final LiveRun run;
  private final RunLog log;
  private final Inbox inbox;

  /** Steps that were skipped in this life. */
  private final Set<String> skipped = ConcurrentHashMap.newKeySet();

  Overrides(LiveRun run, RunLog log, Inbox inbox) {
    this.run = run;
    this.log = log;
    this.inbox = inbox;
  }

  /** Signals of users and decisions of operators must not be taken for each other. */
  static void refuseReserved(String signal) {
    if (signal.startsWith(RESERVED)) {
      throw new IllegalArgumentException(
          "signal names that begin with '~' are Holdfast's own: choose another than " + signal);
    }
  }

  static String skipName(String step) {
    return SKIP + step;
  }

  static String retryName(String step) {
    return RETRY + step;
  }

  boolean wasSkipped(String step) {
    return skipped.contains(step);
  }

  boolean wantsSkip(String step) {
    return inbox.newest(SKIP + step) != null;
  }

  /** Whether the next attempt is not to wait: somebody said so after the last one had begun. */
  boolean wantsRetry(String step, @Nullable Instant begun) {
    var wish = inbox.newest(RETRY + step);
    return wish != null && (begun == null || !wish.at().isBefore(begun));
  }

  /** Skips the step if that is wanted; returns the value it is skipped with, durable. */
  @Nullable Json skip(String step) {
    var wish = inbox.newest(SKIP + step);
    if (wish == null) {
      return null;
    }
    log.commit(new Event.StepSkipped(run.now(), step, REASON, wish.value()));
    skipped.add(step);
    return wish.value();
  }
}
