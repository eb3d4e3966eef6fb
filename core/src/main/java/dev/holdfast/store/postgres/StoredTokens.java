package dev.holdfast.store.postgres;

import dev.holdfast.store.Micros;
import dev.holdfast.store.TokenRow;
import dev.holdfast.store.Tokens;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** API tokens in PostgreSQL. */
final class StoredTokens implements Tokens {

  private static final Sql ADD =
      Sql.parse(
          """
          insert into workflow.api_token (id, name, hash, scope, created_at)
          values (:id, :name, :hash, :scope, workflow.at_micros(:at))\
          """);

  private static final String SELECT =
      """
      select id, name, hash, scope, (extract(epoch from created_at) * 1000000)::bigint,
        (extract(epoch from revoked_at) * 1000000)::bigint
      from workflow.api_token \
      """;

  private static final Sql BY_HASH = Sql.parse(SELECT + "where hash = :hash");
  private static final Sql LIST = Sql.parse(SELECT + "order by id");

  private static final Sql REVOKE =
      Sql.parse(
          """
          update workflow.api_token set revoked_at = workflow.at_micros(:at)
          where id = :id and revoked_at is null\
          """);

  private final Database database;

  StoredTokens(Database database) {
    this.database = database;
  }

  @Override
  public void add(TokenRow token) {
    database.write(
        connection -> {
          try (var query = new Query(connection, ADD)) {
            return query
                .id("id", token.id())
                .text("name", token.name())
                .text("hash", token.hash())
                .text("scope", token.scope())
                .time("at", token.createdAt())
                .update();
          }
        });
  }

  @Override
  public Optional<TokenRow> byHash(String hash) {
    return database.read(
        connection -> {
          try (var query = new Query(connection, BY_HASH);
              var rows = query.text("hash", hash).rows()) {
            return rows.next() ? Optional.of(read(rows)) : Optional.empty();
          }
        });
  }

  @Override
  public List<TokenRow> list() {
    return database.read(
        connection -> {
          try (var query = new Query(connection, LIST);
              var rows = query.rows()) {
            List<TokenRow> found = new ArrayList<>();
            while (rows.next()) {
              found.add(read(rows));
            }
            return found;
          }
        });
  }

  @Override
  public boolean revoke(UUID id, Instant at) {
    return database.write(
            connection -> {
              try (var query = new Query(connection, REVOKE)) {
                return query.id("id", id).time("at", at).update();
              }
            })
        > 0;
  }

  private static TokenRow read(ResultSet row) throws SQLException {
    long revokedAt = row.getLong(6);
    boolean revoked = !row.wasNull();
    return new TokenRow(
        row.getObject(1, UUID.class),
        row.getString(2),
        row.getString(3),
        row.getString(4),
        Micros.instant(row.getLong(5)),
        revoked ? Micros.instant(revokedAt) : null);
  }
}
