package dev.holdfast.server.api;

import dev.holdfast.server.http.Exchange;
import dev.holdfast.server.http.HttpProblem;
import dev.holdfast.server.http.Mistake;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Keys that make a second request for the same run harmless, as requests give them. */
final class Keys {

  private static final String HEADER = "Idempotency-Key";

  /** An index of PostgreSQL takes 2,700 bytes, and the key of a retry is a little longer. */
  private static final int BYTES_MAX = 2_000;

  private Keys() {}

  /** The key in the header; null when there is none. */
  static @Nullable String header(Exchange exchange) {
    var sent =
        exchange.headers().stream()
            .filter(header -> header.getKey().equalsIgnoreCase(HEADER))
            .map(Map.Entry::getValue)
            .filter(key -> !key.isBlank())
            .distinct()
            .toList();
    if (sent.size() > 1) {
      throw bad("is given with %d values".formatted(sent.size()), "Give one key.");
    }
    if (!sent.isEmpty() && isTooLong(sent.getFirst())) {
      throw bad(tooLong(), "Shorten it, or send a hash of it.");
    }
    return sent.isEmpty() ? null : sent.getFirst();
  }

  /** The key in the body; null when there is none. */
  static @Nullable String field(Asked asked) {
    var key = asked.text("key");
    if (key != null && isTooLong(key)) {
      asked.wrong("/key", tooLong(), "Shorten it, or send a hash of it.");
    }
    return key;
  }

  private static boolean isTooLong(String key) {
    return key.getBytes(StandardCharsets.UTF_8).length > BYTES_MAX;
  }

  private static String tooLong() {
    return "must have at most %,d bytes in UTF-8".formatted(BYTES_MAX);
  }

  private static HttpProblem bad(String message, String fix) {
    return HttpProblem.of(400, "bad_key", "The header %s is not right.".formatted(HEADER))
        .errors(List.of(new Mistake(HEADER, message, fix)));
  }
}
