package dev.holdfast.server.logging;

import dev.holdfast.engine.Observer;
import dev.holdfast.engine.StepAttempt;
import java.util.concurrent.Callable;
import org.slf4j.MDC;

/**
 * Puts run, step and attempt into every line that is logged while a step executes, whoever logs it,
 * as long as it does so in the step's own thread.
 */
public final class LogNames implements Observer {

  static final String RUN = "run";
  static final String STEP = "step";
  static final String ATTEMPT = "attempt";

  @Override
  public <T> T during(StepAttempt attempt, Callable<T> code) throws Exception {
    MDC.put(RUN, attempt.run().toString());
    MDC.put(STEP, attempt.step());
    MDC.put(ATTEMPT, String.valueOf(attempt.attempt()));
    try {
      return code.call();
    } finally {
      MDC.remove(RUN);
      MDC.remove(STEP);
      MDC.remove(ATTEMPT);
    }
  }
}
