package dev.holdfast.server.api;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Times and spans as sentences have them. */
final class Durations {

  private static final DateTimeFormatter INSTANT =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss 'UTC'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private Durations() {}

  static String instant(Instant time) {
    return INSTANT.format(time);
  }

  /** {@code 0.4 s}, {@code 45.4 s}, {@code 12 min 3 s}, {@code 1 d 4 h}. */
  static String words(Duration duration) {
    long seconds = Math.max(0, duration.toSeconds());
    if (seconds < 60) {
      return String.format(Locale.ROOT, "%.1f s", Math.max(0, duration.toMillis()) / 1000.0);
    }
    if (seconds < 3_600) {
      return two(seconds / 60, "min", seconds % 60, "s");
    }
    if (seconds < 86_400) {
      return two(seconds / 3_600, "h", seconds % 3_600 / 60, "min");
    }
    return two(seconds / 86_400, "d", seconds % 86_400 / 3_600, "h");
  }

  private static String two(long large, String word, long small, String smallWord) {
    return small == 0 ? large + " " + word : large + " " + word + " " + small + " " + smallWord;
  }
}
