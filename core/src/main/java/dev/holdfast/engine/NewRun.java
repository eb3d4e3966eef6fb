package dev.holdfast.engine;

import dev.holdfast.log.Event;
import dev.holdfast.log.Json;
import dev.holdfast.store.Header;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A run that somebody asks for.
 *
 * @param key a second request with the same key gets the first one's run
 * @param priority lower runs first
 * @param runAt not before this time; null means now
 * @param definition the graph it runs, for graph workflows
 * @param headers what came with the request, for the workflow to read
 */
public record NewRun(
    String workflow,
    @Nullable Json input,
    @Nullable String key,
    int priority,
    @Nullable Instant runAt,
    @Nullable UUID parentRun,
    @Nullable String parentStep,
    @Nullable UUID workflowId,
    @Nullable String orderId,
    String namespace,
    @Nullable Json definition,
    Map<String, String> headers) {

  public static NewRun of(String workflow, @Nullable Json input, @Nullable String key) {
    return new NewRun(
        workflow,
        input,
        key,
        Header.DEFAULT_PRIORITY,
        null,
        null,
        null,
        null,
        null,
        Header.DEFAULT_NAMESPACE,
        null,
        Map.of());
  }

  Event.RunCreated created(Instant at) {
    return new Event.RunCreated(
        at,
        workflow,
        input,
        key,
        priority,
        Header.DEFAULT_MAX_ATTEMPTS,
        runAt,
        parentRun,
        parentStep,
        workflowId,
        orderId,
        namespace,
        definition,
        headers);
  }
}
