package dev.holdfast.server.graph;

import dev.holdfast.log.Failure;
import dev.holdfast.log.Json;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.BinaryOperator;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Approvals by people: how a decision travels, and the token that lets the holder of a link decide.
 * The token is derived from the run, the step and a secret of the store: it stands in no log, and
 * nobody who can read runs can make one.
 */
final class Approvals {

  private static final int SECRET_BYTES = 32;

  private final byte[] secret;

  /**
   * @param secrets keeps a secret under a name, and returns the one that was kept first
   */
  Approvals(BinaryOperator<String> secrets) {
    var fresh = new byte[SECRET_BYTES];
    new SecureRandom().nextBytes(fresh);
    var kept = secrets.apply("approval", Base64.getEncoder().encodeToString(fresh));
    this.secret = Base64.getDecoder().decode(kept);
  }

  /** A name that users cannot send: a decision comes through {@link Graphs#approve} only. */
  static String signalOf(String step) {
    return "~approve:" + step;
  }

  /** What is sent to the run. */
  static Json decision(boolean approved, @Nullable String by, @Nullable String comment) {
    Map<String, @Nullable Object> decision = new LinkedHashMap<>();
    decision.put("approved", approved);
    decision.put("by", by);
    decision.put("comment", comment);
    return Values.json(decision);
  }

  /** How the step fails when this is the decision; null when it does not. */
  static @Nullable Failure rejection(Json decision) {
    var value = Values.tree(decision);
    if (value.path("approved").asBoolean(false)) {
      return null;
    }
    var by = value.path("by").asString("");
    var comment = value.path("comment").asString("");
    var message =
        "rejected" + (by.isEmpty() ? "" : " by " + by) + (comment.isEmpty() ? "" : ": " + comment);
    return new Failure("Rejected", message, null);
  }

  String token(UUID run, String step) {
    try {
      var mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret, "HmacSHA256"));
      var digest = mac.doFinal((run + "/" + step).getBytes(StandardCharsets.UTF_8));
      return Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  boolean isToken(UUID run, String step, String token) {
    return MessageDigest.isEqual(
        token(run, step).getBytes(StandardCharsets.UTF_8), token.getBytes(StandardCharsets.UTF_8));
  }
}
