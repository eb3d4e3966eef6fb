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
 * @param deadline when it fails if it has not ended by then
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
    Map<String, String> headers,
    @Nullable Instant deadline) {

  /** The same, called by that step of that run: whoever waits there is told of its end. */
  public NewRun calledBy(UUID run, @Nullable String step, @Nullable String callKey) {
    return new NewRun(
        workflow,
        input,
        callKey,
        priority,
        runAt,
        run,
        step,
        workflowId,
        orderId,
        namespace,
        definition,
        headers,
        deadline);
  }

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
        Map.of(),
        null);
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
        headers,
        deadline,
        null,
        null);
  }
}
