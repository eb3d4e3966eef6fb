package dev.holdfast.log;

import dev.holdfast.store.Micros;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;

/**
 * The fields of one stored object. Values stay pieces of the stored text until they are asked for,
 * so a number or a user's JSON comes back exactly as it was written.
 */
final class Fields {

  private record Piece(JsonToken token, @Nullable String scalar, String raw) {}

  private final Map<String, Piece> pieces;
  private final Function<String, String> payloads;

  private Fields(Map<String, Piece> pieces, Function<String, String> payloads) {
    this.pieces = pieces;
    this.payloads = payloads;
  }

  /** Reads the object at whose start the parser stands; leaves the parser at its end. */
  static Fields parse(JsonParser parser, String source, Function<String, String> payloads) {
    Map<String, Piece> pieces = new HashMap<>();
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      var name = parser.currentName();
      var token = parser.nextToken();
      int from = (int) parser.currentTokenLocation().getCharOffset();
      String scalar = null;
      if (token.isStructStart()) {
        parser.skipChildren();
      } else {
        scalar = parser.getString();
      }
      int to = (int) parser.currentLocation().getCharOffset();
      pieces.put(name, new Piece(token, scalar, source.substring(from, to)));
    }
    return new Fields(pieces, payloads);
  }

  @Nullable String textOrNull(String name) {
    var piece = pieces.get(name);
    return piece == null || piece.token == JsonToken.VALUE_NULL ? null : piece.scalar;
  }

  String text(String name) {
    var text = textOrNull(name);
    if (text == null) {
      throw new IllegalStateException("stored event lacks the field " + name + ": " + pieces);
    }
    return text;
  }

  long number(String name, long otherwise) {
    var text = textOrNull(name);
    return text == null ? otherwise : Long.parseLong(text);
  }

  boolean flag(String name) {
    return Boolean.parseBoolean(textOrNull(name));
  }

  Instant time(String name) {
    return Micros.instant(Long.parseLong(text(name)));
  }

  @Nullable Instant timeOrNull(String name) {
    var text = textOrNull(name);
    return text == null ? null : Micros.instant(Long.parseLong(text));
  }

  UUID id(String name) {
    return UUID.fromString(text(name));
  }

  @Nullable UUID idOrNull(String name) {
    var text = textOrNull(name);
    return text == null ? null : UUID.fromString(text);
  }

  @Nullable Json jsonOrNull(String name) {
    var piece = pieces.get(name);
    if (piece != null) {
      return new Json(piece.raw);
    }
    var hash = textOrNull(name + "@");
    return hash == null ? null : new Json(payloads.apply(hash));
  }

  Json json(String name) {
    var json = jsonOrNull(name);
    return json == null ? Json.NULL : json;
  }

  Failure failure(String name) {
    var error = object(name);
    return new Failure(error.text("type"), error.text("message"), error.textOrNull("trace"));
  }

  @Nullable Failure failureOrNull(String name) {
    return pieces.containsKey(name) ? failure(name) : null;
  }

  Map<String, String> texts(String name) {
    if (!pieces.containsKey(name)) {
      return Map.of();
    }
    Map<String, String> texts = new LinkedHashMap<>();
    object(name).pieces.forEach((key, piece) -> texts.put(key, String.valueOf(piece.scalar)));
    return Map.copyOf(texts);
  }

  private Fields object(String name) {
    var piece = pieces.get(name);
    var source = piece == null ? "{}" : piece.raw;
    try (var parser = EventCodec.JSON.createParser(ObjectReadContext.empty(), source)) {
      parser.nextToken();
      return parse(parser, source, payloads);
    }
  }
}
