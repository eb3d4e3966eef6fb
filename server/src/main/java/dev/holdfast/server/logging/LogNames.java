package dev.holdfast.server.logging;

import dev.holdfast.engine.Observer;
import dev.holdfast.engine.StepAttempt;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/**
 * Puts the run into every line that is logged while this node advances it, and step and attempt
 * into those of a step that executes, whoever logs them, as long as it is in that same thread.
 */
public final class LogNames implements Observer {

  static final String RUN = "run";
  static final String STEP = "step";
  static final String ATTEMPT = "attempt";

  @Override
  public void advancing(UUID run, Runnable code) {
    var before = MDC.getCopyOfContextMap();
    MDC.put(RUN, run.toString());
    try {
      code.run();
    } finally {
      restore(before);
    }
  }

  @Override
  public <T> T during(StepAttempt attempt, Callable<T> code) throws Exception {
    var before = MDC.getCopyOfContextMap();
    MDC.put(RUN, attempt.run().toString());
    MDC.put(STEP, attempt.step());
    MDC.put(ATTEMPT, String.valueOf(attempt.attempt()));
    try {
      return code.call();
    } finally {
      restore(before);
    }
  }

  /** A step may execute in the thread of its run, and a run in that of whoever asked for it. */
  private static void restore(@Nullable Map<String, String> before) {
    if (before == null) {
      MDC.clear();
    } else {
      MDC.setContextMap(before);
    }
  }
}
