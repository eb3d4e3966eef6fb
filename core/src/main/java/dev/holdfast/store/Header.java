package dev.holdfast.store;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The run's row: what the log says, in a form that can be queued, listed and leased. The components
 * up to {@code state} are fixed when the run is created.
 *
 * @param id UUIDv7
 * @param workflow name of the workflow, column {@code type}
 * @param input the input as JSON, column {@code payload}
 * @param key idempotency key, unique among all runs
 * @param priority lower runs first
 * @param maxAttempts how many attempts a remote worker has
 * @param parentRun the run that called this one
 * @param parentStep the step of the parent that waits for this run
 * @param workflowId the stored definition, for graph workflows
 * @param orderId the order that actions work on
 * @param namespace whose run it is
 * @param createdAt when it was accepted
 * @param state what follows the log
 */
public record Header(
    UUID id,
    String workflow,
    @Nullable String input,
    @Nullable String key,
    int priority,
    int maxAttempts,
    @Nullable UUID parentRun,
    @Nullable String parentStep,
    @Nullable UUID workflowId,
    @Nullable String orderId,
    String namespace,
    Instant createdAt,
    HeaderState state) {

  public static final int DEFAULT_PRIORITY = 100;
  public static final int DEFAULT_MAX_ATTEMPTS = 3;
  public static final String DEFAULT_NAMESPACE = "default";

  public Header with(HeaderState next) {
    return new Header(
        id,
        workflow,
        input,
        key,
        priority,
        maxAttempts,
        parentRun,
        parentStep,
        workflowId,
        orderId,
        namespace,
        createdAt,
        next);
  }
}
