package dev.holdfast;

import java.util.UUID;

/**
 * The run whose result was asked for waits for a person, because its code and its log disagree.
 * {@code holdfast runs show} prints both sides; once the run goes on, its result can be asked for
 * again.
 *
 * <pre>{@code
 * try {
 *   receipt = run.join();
 * } catch (RunPausedException e) {
 *   run.accept(); // or run.fork(), run.cancel("given up"), or put the code right
 * }
 * }</pre>
 */
public final class RunPausedException extends HoldfastException {

  private static final long serialVersionUID = 1L;

  private final UUID run;

  RunPausedException(UUID run, String waitingFor) {
    super("run %s is %s".formatted(run, waitingFor));
    this.run = run;
  }

  /** The run that is paused. */
  public UUID run() {
    return run;
  }
}
