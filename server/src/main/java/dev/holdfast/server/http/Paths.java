package dev.holdfast.server.http;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** Paths as they stand in requests. What could be read in two ways is refused, not repaired. */
final class Paths {

  private Paths() {}

  /** Refuses parameters, dot segments and backslashes, however they are written. */
  static void refuseTricks(String rawPath) {
    if (!rawPath.startsWith("/")) {
      throw bad("An address begins with a slash.");
    }
    if (rawPath.indexOf(';') >= 0 || rawPath.indexOf('\\') >= 0) {
      throw bad("';' and '\\' have no place in an address.");
    }
    for (var segment : rawPath.substring(1).split("/", -1)) {
      var decoded = decode(segment);
      if (decoded.equals(".") || decoded.equals("..")) {
        throw bad("An address has no '.' or '..' in it.");
      }
      if (decoded.chars().anyMatch(Character::isISOControl)) {
        throw bad("An address has no control characters in it.");
      }
    }
  }

  static String decode(String segment) {
    if (segment.indexOf('%') < 0) {
      return segment;
    }
    var bytes = new ByteArrayOutputStream(segment.length());
    var raw = segment.getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < raw.length; i++) {
      if (raw[i] != '%') {
        bytes.write(raw[i]);
      } else if (i + 2 < raw.length
          && HexFormat.isHexDigit(raw[i + 1])
          && HexFormat.isHexDigit(raw[i + 2])) {
        bytes.write(HexFormat.fromHexDigit(raw[i + 1]) << 4 | HexFormat.fromHexDigit(raw[i + 2]));
        i += 2;
      } else {
        throw bad("A '%' in an address is followed by two hexadecimal digits.");
      }
    }
    try {
      var buffer = ByteBuffer.wrap(bytes.toByteArray());
      return StandardCharsets.UTF_8.newDecoder().decode(buffer).toString();
    } catch (CharacterCodingException e) {
      throw bad("The address is not valid UTF-8.");
    }
  }

  private static HttpProblem bad(String why) {
    return HttpProblem.of(400, "bad_path", why);
  }
}
