package dev.holdfast.store.sqlite;

import dev.holdfast.store.Micros;
import dev.holdfast.store.TokenRow;
import dev.holdfast.store.Tokens;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** API tokens in a SQLite file. */
final class SqliteTokens implements Tokens {

  private static final String SELECT =
      "SELECT id, name, hash, scope, created_at, revoked_at FROM api_token ";

  private final SqliteWrites writes;
  private final SqliteReaders readers;

  SqliteTokens(SqliteWrites writes, SqliteReaders readers) {
    this.writes = writes;
    this.readers = readers;
  }

  @Override
  public void add(TokenRow token) {
    writes.write(
        writer ->
            writes.execute(
                writer,
                "INSERT INTO api_token (id, name, hash, scope, created_at) VALUES (?,?,?,?,?)",
                HeaderRow.bytes(token.id()),
                token.name(),
                token.hash(),
                token.scope(),
                Micros.of(token.createdAt())));
  }

  @Override
  public Optional<TokenRow> byHash(String hash) {
    return readers
        .query(SELECT + "WHERE hash = ?", select -> select.setString(1, hash), SqliteTokens::read)
        .stream()
        .findFirst();
  }

  @Override
  public List<TokenRow> list() {
    return readers.query(SELECT + "ORDER BY id", select -> {}, SqliteTokens::read);
  }

  @Override
  public boolean revoke(UUID id, Instant at) {
    return writes.write(
            writer ->
                writes.execute(
                    writer,
                    "UPDATE api_token SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL",
                    Micros.of(at),
                    HeaderRow.bytes(id)))
        > 0;
  }

  private static TokenRow read(ResultSet row) throws SQLException {
    long revokedAt = row.getLong(6);
    boolean revoked = !row.wasNull();
    return new TokenRow(
        HeaderRow.uuid(row.getBytes(1)),
        row.getString(2),
        row.getString(3),
        row.getString(4),
        Micros.instant(row.getLong(5)),
        revoked ? Micros.instant(revokedAt) : null);
  }
}
