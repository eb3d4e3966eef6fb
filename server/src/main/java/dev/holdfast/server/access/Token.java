package dev.holdfast.server.access;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;

/**
 * A token as its holder has it. It has 256 bits that nobody can guess, so a plain hash of it keeps
 * it secret: there is nothing to try.
 */
public record Token(String text) {

  private static final String PREFIX = "hf_";
  private static final int BYTES = 32;

  /** A new one. */
  public static Token fresh(SecureRandom random) {
    var bytes = new byte[BYTES];
    random.nextBytes(bytes);
    return new Token(PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
  }

  /** What is stored of it. */
  public String hash() {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** Not the token: this ends up in logs. */
  @Override
  public String toString() {
    return "Token[hidden]";
  }
}
