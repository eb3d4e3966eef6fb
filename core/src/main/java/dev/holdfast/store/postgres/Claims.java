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

  static final Sql MANY = Sql.load("claim-urgency.sql", "claim.sql", "claim-taken.sql");
  private static final Sql OVERDUE =
      Sql.load("claim-urgency.sql", "claim-overdue.sql", "claim-taken.sql");
  private static final Sql ONE = Sql.load("claim-only.sql", "claim-taken.sql");

  /** Behind the columns of the header. */
  private static final int NEXT_DUE = 23;

  private static final int HEARD = 24;

  private Claims() {}

  static Claimed take(Connection connection, Claim claim, @Nullable Instant now)
      throws SQLException {
    var only = claim.only();
    var dueBefore = claim.dueBefore();
    var sql = only != null ? ONE : dueBefore != null ? OVERDUE : MANY;
    try (var query = new Query(connection, sql)) {
      if (only != null) {
        query.id("only", only);
      } else if (dueBefore != null) {
        query.number("limit", claim.limit()).time("due_before", dueBefore);
      } else {
        query.number("limit", claim.limit()).flag("takes_over", claim.takesOver());
      }
      query.time("now", now);
      query.texts("workflows", claim.workflows().toArray(String[]::new));
      query.text("events", claim.events());
      query.text("node", claim.node());
      query.time("at", claim.at());
      var claimed = read(query);
      return dueBefore == null ? claimed : longestDueFirst(claimed);
    }
  }

  private static Claimed longestDueFirst(Claimed claimed) {
    var runs = claimed.runs().stream().sorted(Claim.LONGEST_DUE_FIRST).toList();
    return new Claimed(runs, claimed.nextDue(), claimed.spokenTo());
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
