package dev.holdfast.graph;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * Durations as people write them: {@code 2d}, {@code 1h30m}, {@code 500ms}, a number of seconds.
 */
public final class Durations {

  /** Longer than anybody waits, and short enough to be added to any time. */
  public static final Duration MAX = Duration.ofDays(36_500);

  private static final Pattern WORDS =
      Pattern.compile(
          "(?:(\\d{1,9})d)?(?:(\\d{1,9})h)?(?:(\\d{1,9})m)?(?:(\\d{1,9})s)?(?:(\\d{1,9})ms)?");

  private Durations() {}

  public static Optional<Duration> read(JsonNode node) {
    if (node.isNumber()) {
      return ofSeconds(node.decimalValue());
    }
    return node.isString() ? read(node.stringValue().strip()) : Optional.empty();
  }

  public static Optional<Duration> ofSeconds(BigDecimal seconds) {
    if (seconds.signum() < 0 || seconds.compareTo(BigDecimal.valueOf(MAX.toSeconds())) > 0) {
      return Optional.empty();
    }
    return Optional.of(Duration.ofNanos(seconds.movePointRight(3).longValue() * 1_000_000));
  }

  private static Optional<Duration> read(String text) {
    var found = WORDS.matcher(text);
    if (text.isEmpty() || !found.matches()) {
      return Optional.empty();
    }
    var sum =
        Duration.ofDays(number(found.group(1)))
            .plusHours(number(found.group(2)))
            .plusMinutes(number(found.group(3)))
            .plusSeconds(number(found.group(4)))
            .plusMillis(number(found.group(5)));
    return sum.compareTo(MAX) > 0 ? Optional.empty() : Optional.of(sum);
  }

  private static long number(@org.jspecify.annotations.Nullable String digits) {
    return digits == null ? 0 : Long.parseLong(digits);
  }
}
