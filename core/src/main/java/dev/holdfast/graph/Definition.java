package dev.holdfast.graph;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A workflow as a graph of steps.
 *
 * @param inputSchema a JSON Schema that the input of a run must fit
 * @param output what a run results in; expressions are evaluated
 * @param timeout how long a run may take
 * @param retry how steps are tried again that say nothing of it themselves
 */
public record Definition(
    String name,
    Block block,
    @Nullable JsonNode inputSchema,
    @Nullable JsonNode output,
    @Nullable Duration timeout,
    @Nullable RetryDefinition retry) {

  /** How this step of it is tried again: as it says itself, or else as the workflow says. */
  public @Nullable RetryDefinition retryOf(StepDefinition step) {
    boolean silent = step.retry() == null && !step.config().has("max_retries");
    return silent ? retry : step.retry();
  }

  /** How often this step of it is tried again after a failure. */
  public int retriesOf(StepDefinition step) {
    var how = retryOf(step);
    boolean mayFail = step.kind() == StepKind.TASK || step.kind() == StepKind.HTTP;
    return how == null || !mayFail ? step.maxRetries() : how.maxAttempts() - 1;
  }
}
