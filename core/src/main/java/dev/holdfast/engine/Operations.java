package dev.holdfast.engine;

import dev.holdfast.log.Event;
import dev.holdfast.log.Json;
import dev.holdfast.log.RunState;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What an operator can do about single steps. A live run is told, and hears it before a step begins
 * or while it waits; a run that has ended never changes, and goes on as a new one.
 */
public final class Operations {

  private final Outside outside;
  private final Intake intake;

  Operations(Outside outside, Intake intake) {
    this.outside = outside;
    this.intake = intake;
  }

  /** Lets a live run go on without the step, as if it had resulted in this; false when it ended. */
  public boolean skip(UUID run, String step, Json value) {
    return tell(run, Overrides.skipName(step), value, null);
  }

  /** Lets a step that waits for its next attempt have it now; false when the run has ended. */
  public boolean retryNow(UUID run, String step) {
    return tell(run, Overrides.retryName(step), Json.NULL, null);
  }

  /**
   * Sends what no user may send: a signal whose name begins with {@code ~}. False when the run has
   * ended.
   *
   * @param id sent again, it is dropped
   */
  public boolean tell(UUID run, String name, Json value, @Nullable String id) {
    return outside.speak(
        run, (state, now) -> List.of(new Event.SignalReceived(now, name, value, id)));
  }

  /**
   * Makes a new run that begins with what the old one had completed.
   *
   * @throws OrderBusyException when its order has a run that has not ended
   */
  public UUID again(RunState old, Again how) {
    return intake.again(old, how);
  }

  /** The key under which a run is followed by the next of its kind; asked twice, the same. */
  public static String nextKey(RunState old) {
    return Copies.nextKey(old.header().id(), old.header().key());
  }
}
