package dev.holdfast;

import dev.holdfast.engine.NewRun;
import dev.holdfast.log.Json;
import dev.holdfast.store.Header;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What can be said when a run is started.
 *
 * <pre>{@code
 * pay.start(order, o -> o.key("pay-" + order.id()).priority(10));
 * }</pre>
 */
public final class StartOptions {

  private final Instant now;
  private @Nullable String key;
  private int priority = Header.DEFAULT_PRIORITY;
  private @Nullable Instant runAt;
  private @Nullable Instant deadline;

  StartOptions(Instant now) {
    this.now = now;
  }

  /** A second start with the same key gets the first one's run instead of a new one. */
  public StartOptions key(String value) {
    this.key = value;
    return this;
  }

  /** Lower runs first; 100 unless said otherwise. */
  public StartOptions priority(int value) {
    this.priority = value;
    return this;
  }

  /** Not before so much time has passed. */
  public StartOptions delay(Duration value) {
    this.runAt = now.plus(value);
    return this;
  }

  /** The run fails if it has not ended after so much time, wherever it is then. */
  public StartOptions deadline(Duration value) {
    this.deadline = now.plus(value);
    return this;
  }

  NewRun toRun(String workflow, Json input) {
    return new NewRun(
        workflow,
        input,
        key,
        priority,
        runAt,
        null,
        null,
        null,
        null,
        Header.DEFAULT_NAMESPACE,
        null,
        Map.of(),
        deadline);
  }
}
