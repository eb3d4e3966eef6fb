package dev.holdfast.store.memory;

import dev.holdfast.store.Header;
import dev.holdfast.store.HeaderState;
import dev.holdfast.store.Micros;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Values as they would be read back from a database, whose times are whole microseconds. */
final class AsStored {

  private AsStored() {}

  static Header header(Header header) {
    var state = header.state();
    return new Header(
        header.id(),
        header.workflow(),
        header.input(),
        header.key(),
        header.priority(),
        header.maxAttempts(),
        header.parentRun(),
        header.parentStep(),
        header.workflowId(),
        header.orderId(),
        header.namespace(),
        Micros.truncate(header.createdAt()),
        new HeaderState(
            state.status(),
            truncated(state.runAt()),
            state.leasedBy(),
            state.attempt(),
            state.waitingFor(),
            state.lastError(),
            state.result(),
            truncated(state.startedAt()),
            truncated(state.finishedAt()),
            Micros.truncate(state.updatedAt())));
  }

  private static @Nullable Instant truncated(@Nullable Instant time) {
    return time == null ? null : Micros.truncate(time);
  }
}
