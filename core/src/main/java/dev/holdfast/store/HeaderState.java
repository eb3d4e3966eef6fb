package dev.holdfast.store;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The part of a header that follows the log: a fold of the run's events, and nothing else.
 *
 * @param status where the run is
 * @param runAt when a pending run is due; null when it waits until somebody speaks to it
 * @param leasedBy the node that advances it
 * @param attempt 1, and one more for every claim after a lost lease
 * @param waitingFor why a pending run is not being advanced
 * @param lastError the newest failure, in one line
 * @param result the result as JSON, once succeeded
 * @param startedAt when a node first began to advance it
 * @param finishedAt when it became terminal
 * @param updatedAt time of the newest event that changed any of this
 */
public record HeaderState(
    RunStatus status,
    @Nullable Instant runAt,
    @Nullable String leasedBy,
    int attempt,
    @Nullable String waitingFor,
    @Nullable String lastError,
    @Nullable String result,
    @Nullable Instant startedAt,
    @Nullable Instant finishedAt,
    Instant updatedAt) {}
