package dev.holdfast.server.access;

import dev.holdfast.server.http.Access;
import dev.holdfast.server.http.Exchange;
import dev.holdfast.server.http.HttpProblem;
import dev.holdfast.server.http.Scope;
import dev.holdfast.store.TokenRow;
import dev.holdfast.store.Tokens;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Asks for a token wherever a route is not open. Programs send it as {@code Authorization: Bearer};
 * browsers, which ask their user, as the password of {@code Basic}. A token that was revoked stops
 * to count within a second.
 */
public final class TokenAccess implements Access {

  private static final long KEPT_NANOS = 1_000_000_000L;
  private static final int KEPT_MAX = 1_000;

  /** What was found for a hash, and when. */
  private record Known(Optional<TokenRow> token, long atNanos) {}

  private final Tokens tokens;
  private final RateLimit rate;
  private final LongSupplier nanos;
  private final Map<String, Known> known = new ConcurrentHashMap<>();

  /**
   * @param nanos the time, as {@link System#nanoTime} counts it
   */
  public TokenAccess(Tokens tokens, int requestsPerSecond, LongSupplier nanos) {
    this.tokens = tokens;
    this.rate = new RateLimit(requestsPerSecond, nanos);
    this.nanos = nanos;
  }

  @Override
  public void check(Exchange exchange, Scope scope) {
    if (scope == Scope.OPEN) {
      return;
    }
    var token = tokenOf(exchange);
    if (!rate.allows(token.id())) {
      throw HttpProblem.of(
              429, "too_many_requests", "This token is used more often than the server allows.")
          .with("Retry-After", "1");
    }
    refuseTooSmall(token, scope);
  }

  @Override
  public void recheck(Exchange exchange, Scope scope) {
    if (scope != Scope.OPEN) {
      refuseTooSmall(tokenOf(exchange), scope);
    }
  }

  private TokenRow tokenOf(Exchange exchange) {
    return exchange
        .header("Authorization")
        .flatMap(TokenAccess::sent)
        .flatMap(this::find)
        .filter(row -> row.revokedAt() == null)
        .orElseThrow(TokenAccess::unknown);
  }

  private static void refuseTooSmall(TokenRow token, Scope scope) {
    if (scopeOf(token).compareTo(scope) < 0) {
      throw HttpProblem.of(
          403,
          "scope_too_small",
          "This needs a token with the scope %s, and yours has %s."
              .formatted(scope.word(), token.scope()));
    }
  }

  private static Scope scopeOf(TokenRow token) {
    return Scope.valueOf(token.scope().toUpperCase(Locale.ROOT));
  }

  private Optional<TokenRow> find(Token token) {
    var hash = token.hash();
    long now = nanos.getAsLong();
    var kept = known.get(hash);
    if (kept != null && now - kept.atNanos < KEPT_NANOS) {
      return kept.token;
    }
    var found = tokens.byHash(hash);
    if (known.size() >= KEPT_MAX) {
      known.clear();
    }
    known.put(hash, new Known(found, now));
    return found;
  }

  private static Optional<Token> sent(String header) {
    int space = header.indexOf(' ');
    if (space < 0) {
      return Optional.empty();
    }
    var rest = header.substring(space + 1).strip();
    return switch (header.substring(0, space).toLowerCase(Locale.ROOT)) {
      case "bearer" -> Optional.of(new Token(rest));
      case "basic" -> password(rest);
      default -> Optional.empty();
    };
  }

  private static Optional<Token> password(String encoded) {
    try {
      var pair = new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8);
      int colon = pair.indexOf(':');
      return colon < 0 ? Optional.empty() : Optional.of(new Token(pair.substring(colon + 1)));
    } catch (IllegalArgumentException notBase64) {
      return Optional.empty();
    }
  }

  private static HttpProblem unknown() {
    return HttpProblem.of(
            401, "token_needed", "Send an API token; 'holdfast token create' makes one.")
        .with("WWW-Authenticate", "Bearer realm=\"holdfast\"")
        // A field of its own: Chromium reads one way in each, and asks people only for this one.
        .with("WWW-Authenticate", "Basic realm=\"holdfast\", charset=\"UTF-8\"");
  }
}
