package dev.holdfast.server.api;

import dev.holdfast.server.http.Exchange;
import dev.holdfast.server.http.HttpProblem;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Parameters of requests, read strictly. */
final class Parameters {

  static final int LIMIT_DEFAULT = 200;
  static final int LIMIT_MAX = 1_000;

  /** As we write them: {@link UUID#fromString} takes much that is not one. */
  private static final Pattern ID =
      Pattern.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");

  private Parameters() {}

  /** An id in the path; nothing can have another kind of id, so it is not found. */
  static UUID pathId(Exchange exchange, String name, String what) {
    var text = exchange.path(name);
    return id(text).orElseThrow(() -> notFound(what, text));
  }

  static HttpProblem notFound(String what, Object id) {
    return HttpProblem.of(404, "not_found", "There is no %s %s.".formatted(what, id));
  }

  static Optional<UUID> id(String text) {
    return ID.matcher(text).matches() ? Optional.of(UUID.fromString(text)) : Optional.empty();
  }

  static Optional<UUID> queryId(Exchange exchange, String name) {
    return exchange
        .query(name)
        .map(
            text ->
                id(text)
                    .orElseThrow(
                        () ->
                            Exchange.badQuery(
                                name, "'%s' is not an id".formatted(text), "Give a UUID.")));
  }

  static int limit(Exchange exchange) {
    return (int) number(exchange, "limit", LIMIT_DEFAULT, 1, LIMIT_MAX);
  }

  static long number(Exchange exchange, String name, long otherwise, long least, long most) {
    var text = exchange.query(name);
    if (text.isEmpty()) {
      return otherwise;
    }
    try {
      long number = Long.parseLong(text.get());
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Said below, in the same words.
    }
    throw Exchange.badQuery(
        name,
        "'%s' is not a number from %d to %d".formatted(text.get(), least, most),
        "Give such a number, or leave it out.");
  }

  static Optional<Instant> time(Exchange exchange, String name) {
    return exchange
        .query(name)
        .map(
            text -> {
              try {
                return Instant.parse(text);
              } catch (DateTimeParseException e) {
                throw Exchange.badQuery(
                    name,
                    "'%s' is not a time".formatted(text),
                    "Give it like 2026-01-31T12:00:00Z.");
              }
            });
  }

  /** Words with commas between, each of which must be one of these. */
  static <E extends Enum<E>> Set<E> words(Exchange exchange, String name, Class<E> type) {
    var found = EnumSet.noneOf(type);
    var text = exchange.query(name).orElse("");
    for (var word : text.split(",", -1)) {
      if (word.isEmpty()) {
        continue;
      }
      found.add(
          Arrays.stream(type.getEnumConstants())
              .filter(one -> wordOf(one).equals(word))
              .findFirst()
              .orElseThrow(
                  () ->
                      Exchange.badQuery(
                          name,
                          "'%s' is not one of the words".formatted(word),
                          "The words are: " + wordsOf(type) + ".")));
    }
    return found;
  }

  static <E extends Enum<E>> String wordsOf(Class<E> type) {
    return Arrays.stream(type.getEnumConstants())
        .map(Parameters::wordOf)
        .collect(Collectors.joining(", "));
  }

  private static String wordOf(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
