package dev.holdfast.graph;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * One step of a graph.
 *
 * @param type as it was written; any word is allowed
 * @param config the step's own settings; unknown ones are kept
 * @param when the step is skipped if this is false
 * @param input what the step is given, for types that take anything
 * @param timeout how long an attempt, or a wait, may take
 * @param compensate what undoes the step when the run fails later
 * @param block what a {@code foreach} does with each item
 */
public record StepDefinition(
    String id,
    String type,
    List<String> dependsOn,
    JsonNode config,
    @Nullable JsonNode when,
    @Nullable JsonNode input,
    @Nullable RetryDefinition retry,
    @Nullable Duration timeout,
    @Nullable StepDefinition compensate,
    @Nullable Block block) {

  public StepDefinition {
    dependsOn = List.copyOf(dependsOn);
  }

  public StepKind kind() {
    return StepKind.of(type);
  }

  /** How often it is tried again after a failure, if it says so itself. */
  public int maxRetries() {
    if (retry != null) {
      return retry.maxAttempts() - 1;
    }
    var given = config.get("max_retries");
    return given != null && given.isInt() ? given.intValue() : 0;
  }
}
