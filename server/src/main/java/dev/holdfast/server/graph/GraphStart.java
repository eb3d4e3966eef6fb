package dev.holdfast.server.graph;

import dev.holdfast.graph.RetryDefinition;
import dev.holdfast.log.Json;
import dev.holdfast.store.Header;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a run is started with.
 *
 * @param key a second start with the same key gets the first one's run
 * @param orderId the order that actions work on
 * @param priority lower runs first
 * @param runAt not before this time
 * @param retry how steps are tried again where neither they nor their workflow say so
 */
public record GraphStart(
    @Nullable Json input,
    @Nullable String key,
    @Nullable String orderId,
    int priority,
    @Nullable Instant runAt,
    Map<String, String> headers,
    @Nullable RetryDefinition retry) {

  public static GraphStart empty() {
    return new GraphStart(null, null, null, Header.DEFAULT_PRIORITY, null, Map.of(), null);
  }

  public GraphStart input(@Nullable Json value) {
    return new GraphStart(value, key, orderId, priority, runAt, headers, retry);
  }

  public GraphStart key(@Nullable String value) {
    return new GraphStart(input, value, orderId, priority, runAt, headers, retry);
  }

  public GraphStart order(@Nullable String id) {
    return new GraphStart(input, key, id, priority, runAt, headers, retry);
  }
}
