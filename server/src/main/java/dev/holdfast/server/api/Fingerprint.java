package dev.holdfast.server.api;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A short name for a cause: the same for errors that differ only in ids, numbers, addresses and
 * quoted values.
 */
final class Fingerprint {

  private static final int BYTES = 4;

  private static final Pattern VARYING =
      Pattern.compile(
          "\"[^\"]*\"|'[^']*'|“[^”]*”|https?://\\S+|\\b[0-9a-fA-F-]*[0-9][0-9a-zA-Z_.:-]*\\b");

  private Fingerprint() {}

  static @Nullable String of(String workflow, @Nullable String error) {
    if (error == null) {
      return null;
    }
    try {
      var text = workflow + "\n" + pattern(error);
      var hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash, 0, BYTES);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** The error without what varies. */
  static String pattern(String error) {
    return VARYING.matcher(error).replaceAll("#");
  }
}
