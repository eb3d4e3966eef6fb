package dev.holdfast.server.traces;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A span of a run's trace. The trace has the id of the run, and the ids of its spans are derived
 * from what they are about: whichever process ends something, before or after a crash, gives it the
 * same id, and spans that were made by different processes fit together.
 *
 * @param run whose trace it belongs to
 * @param step null for the span of the run itself
 * @param error what went wrong; null when nothing did
 * @param link what caused the run, in another trace
 */
record Span(
    UUID run,
    @Nullable String step,
    int attempt,
    String name,
    Instant start,
    Instant end,
    Map<String, String> attributes,
    @Nullable String error,
    @Nullable Link link) {

  private static final Pattern TRACE_PARENT =
      Pattern.compile("[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-.*)?");

  /** A span of another trace. */
  record Link(String trace, String span) {

    /** The span of a run. */
    static Link to(UUID run) {
      return new Link(traceOf(run), idOf(run, null, 0));
    }

    /** What the header {@code traceparent} names; null when that is nothing. */
    static @Nullable Link of(@Nullable String header) {
      var parts = TRACE_PARENT.matcher(header == null ? "" : header);
      return parts.matches() && !isZero(parts.group(1)) && !isZero(parts.group(2))
          ? new Link(parts.group(1), parts.group(2))
          : null;
    }

    private static boolean isZero(String digits) {
      return digits.chars().allMatch(c -> c == '0');
    }
  }

  String trace() {
    return traceOf(run);
  }

  String id() {
    return idOf(run, step, attempt);
  }

  /** The span around it; null for the run's own. */
  @Nullable String parent() {
    return step == null ? null : idOf(run, null, 0);
  }

  private static String traceOf(UUID run) {
    return run.toString().replace("-", "");
  }

  private static String idOf(UUID run, @Nullable String step, int attempt) {
    var text = step == null ? run.toString() : run + " " + attempt + " " + step;
    var hash = UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8));
    return "%016x".formatted(hash.getMostSignificantBits());
  }
}
