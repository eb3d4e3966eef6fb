package dev.holdfast.store;

import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * The ids that begin as somebody typed them.
 *
 * @param first the smallest
 * @param last the largest
 */
public record IdPrefix(UUID first, UUID last) {

  private static final int DIGITS = 32;
  private static final Pattern HEX = Pattern.compile("[0-9a-fA-F]{4," + DIGITS + "}");

  /** Empty when the text is too short, or cannot be the beginning of an id. */
  public static Optional<IdPrefix> of(String text) {
    var hex = text.replace("-", "");
    if (!HEX.matcher(hex).matches()) {
      return Optional.empty();
    }
    int missing = DIGITS - hex.length();
    return Optional.of(new IdPrefix(id(hex + "0".repeat(missing)), id(hex + "f".repeat(missing))));
  }

  public boolean matches(UUID id) {
    return RunQuery.OLDEST_FIRST.compare(first, id) <= 0
        && RunQuery.OLDEST_FIRST.compare(id, last) <= 0;
  }

  private static UUID id(String hex) {
    return new UUID(
        Long.parseUnsignedLong(hex.substring(0, 16), 16),
        Long.parseUnsignedLong(hex.substring(16), 16));
  }
}
