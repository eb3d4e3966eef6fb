package dev.holdfast.store.memory;

import dev.holdfast.store.Micros;
import dev.holdfast.store.RunQuery;
import dev.holdfast.store.TokenRow;
import dev.holdfast.store.Tokens;
import java.time.Instant;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Tokens in a map. */
final class MemoryTokens implements Tokens {

  private final NavigableMap<UUID, TokenRow> rows = new TreeMap<>(RunQuery.OLDEST_FIRST);

  @Override
  public synchronized void add(TokenRow token) {
    rows.put(token.id(), at(token, token.revokedAt()));
  }

  @Override
  public synchronized Optional<TokenRow> byHash(String hash) {
    return rows.values().stream().filter(row -> row.hash().equals(hash)).findFirst();
  }

  @Override
  public synchronized List<TokenRow> list() {
    return List.copyOf(rows.values());
  }

  @Override
  public synchronized boolean revoke(UUID id, Instant at) {
    var row = rows.get(id);
    if (row == null || row.revokedAt() != null) {
      return false;
    }
    rows.put(id, at(row, at));
    return true;
  }

  private static TokenRow at(TokenRow row, @Nullable Instant revokedAt) {
    return new TokenRow(
        row.id(),
        row.name(),
        row.hash(),
        row.scope(),
        Micros.truncate(row.createdAt()),
        revokedAt == null ? null : Micros.truncate(revokedAt));
  }
}
