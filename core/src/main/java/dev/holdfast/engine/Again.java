package dev.holdfast.engine;

import dev.holdfast.log.Json;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How a new run is made out of an old one.
 *
 * @param without steps that are to be executed again, or not at all
 * @param input instead of the old run's; null keeps that
 * @param key of the new run; null when it has none
 * @param inputs what steps are given, by their name, instead of what they would be given
 * @param skipped steps that are not executed, and what they result in instead
 */
public record Again(
    Set<String> without,
    @Nullable Json input,
    @Nullable String key,
    Map<String, Json> inputs,
    Map<String, Json> skipped) {

  static Again from(Set<String> without, String key) {
    return new Again(without, null, key, Map.of(), Map.of());
  }
}
