package dev.holdfast.store;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** API tokens, known by their hashes only. */
public interface Tokens {

  void add(TokenRow token);

  /** The token with this hash, revoked or not. */
  Optional<TokenRow> byHash(String hash);

  /** All of them, oldest first. */
  List<TokenRow> list();

  /** False when there is no such token, or it was revoked before. */
  boolean revoke(UUID id, Instant at);
}
