package dev.holdfast.graph;

import dev.holdfast.log.Json;
import dev.holdfast.log.StepState;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A step of a run as people and programs look at it.
 *
 * @param id of this step of this run
 * @param step its name in the log: the id of the definition, within its item where there is one
 * @param index its place in the order of execution, from 0
 * @param status {@code pending running completed failed}; beyond these, {@code skipped} and {@code
 *     cancelled}
 * @param phase the same, and {@code retrying} or {@code waiting} where that is what it does
 * @param attempts how often it has begun
 * @param retryCount how many of those were because the one before had failed
 * @param errorMessage of the newest failure
 * @param idempotencyKey of the present attempt; null when it has not begun
 * @param state what the log says; null when it has not begun
 * @param items of a {@code foreach}: the steps of all items that have begun
 */
public record StepView(
    UUID id,
    String step,
    int index,
    StepDefinition definition,
    String status,
    String phase,
    int attempts,
    int retryCount,
    int maxRetries,
    @Nullable Instant startedAt,
    @Nullable Instant completedAt,
    @Nullable String errorMessage,
    @Nullable UUID idempotencyKey,
    @Nullable Json input,
    @Nullable Json output,
    @Nullable StepState state,
    List<StepView> items) {}
