package dev.holdfast.store.postgres;

import dev.holdfast.store.Claim;
import dev.holdfast.store.Claimed;
import dev.holdfast.store.Header;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Takes runs for a node. */
final class Claims {

  static final Sql MANY = Sql.load("claim.sql", "claim-taken.sql");
  private static final Sql ONE = Sql.load("claim-only.sql", "claim-taken.sql");

  /** Behind the columns of the header. */
  private static final int NEXT_DUE = 23;

  private static final int HEARD = 24;

  private Claims() {}

  static Claimed take(Connection connection, Claim claim, @Nullable Instant now)
      throws SQLException {
    var only = claim.only();
    try (var query = new Query(connection, only == null ? MANY : ONE)) {
      if (only == null) {
        query.number("limit", claim.limit());
      } else {
        query.id("only", only);
      }
      query.time("now", now);
      query.texts("workflows", claim.workflows().toArray(String[]::new));
      query.text("events", claim.events());
      query.text("node", claim.node());
      query.time("at", claim.at());
      return read(query);
    }
  }

  private static Claimed read(Query query) throws SQLException {
    List<Header> runs = new ArrayList<>();
    Instant nextDue = null;
    List<UUID> heard = List.of();
    try (var rows = query.rows()) {
      while (rows.next()) {
        nextDue = HeaderRow.time(rows, NEXT_DUE);
        var ids = rows.getArray(HEARD);
        heard = ids == null ? List.of() : List.of((UUID[]) ids.getArray());
        // One row stands for "nothing taken", so that there is something to carry the next time.
        if (rows.getString(1) != null) {
          runs.add(HeaderRow.read(rows));
        }
      }
    }
    return new Claimed(List.copyOf(runs), nextDue, heard);
  }
}
