package dev.holdfast.graph;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads how a step is tried again. */
final class RetryReader {

  static final int ATTEMPTS_MAX = 1_000;

  private static final double MULTIPLIER_MAX = 100;

  private RetryReader() {}

  static @Nullable RetryDefinition read(Place step, StepKind kind, JsonNode config) {
    var retry = step.field("retry");
    if (retry == null || !retry.isObject()) {
      return null;
    }
    if (!kind.executes()) {
      retry.mistake(
          "a step of this type is not tried again by itself",
          kind.calls() ? "let the called workflow retry its steps" : "remove it");
      return null;
    }
    if (config.has("max_retries")) {
      retry.mistake(
          "stands beside config.max_retries", "use one: max_retries are immediate, retry waits");
    }
    return values(retry);
  }

  static RetryDefinition values(Place retry) {
    var attempts = retry.required("max_attempts", "say how often it is tried in all");
    var multiplier = retry.field("multiplier");
    var jitter = retry.field("jitter");
    var delay = duration(retry, "delay", RetryDefinition.DELAY);
    var maxDelay = duration(retry, "max_delay", RetryDefinition.MAX_DELAY);
    return new RetryDefinition(
        attempts == null ? 1 : attempts.integer(1, ATTEMPTS_MAX, 1),
        delay,
        multiplier == null
            ? RetryDefinition.MULTIPLIER
            : multiplier.number(1, MULTIPLIER_MAX, RetryDefinition.MULTIPLIER),
        maxDelay.compareTo(delay) < 0 ? delay : maxDelay,
        jitter == null ? RetryDefinition.JITTER : jitter.number(0, 1, RetryDefinition.JITTER));
  }

  private static Duration duration(Place retry, String name, Duration otherwise) {
    var place = retry.field(name);
    var duration = place == null ? otherwise : place.duration();
    return duration == null ? otherwise : duration;
  }
}
