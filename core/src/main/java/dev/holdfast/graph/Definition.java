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
    @Nullable RetryDefinition retry) {}
