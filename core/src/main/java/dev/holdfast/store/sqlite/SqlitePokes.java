package dev.holdfast.store.sqlite;

import dev.holdfast.store.Append;
import dev.holdfast.store.Claim;
import dev.holdfast.store.Claimed;
import dev.holdfast.store.HeaderChange;
import dev.holdfast.store.Outcome;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;

/** Runs that were spoken to, until their node has heard; only this process has nodes. */
final class SqlitePokes {

  private final SqliteWrites writes;

  /** Guarded by the writes. */
  private final Set<UUID> poked = new HashSet<>();

  private final List<Runnable> hints = new CopyOnWriteArrayList<>();

  SqlitePokes(SqliteWrites writes) {
    this.writes = writes;
  }

  /** Several nodes may share a file, in tests. */
  void onHint(Runnable listener) {
    hints.add(listener);
  }

  /** Notes who was spoken to, and lets the nodes look; after the commit. */
  void note(List<Append> appends, List<Outcome> outcomes) {
    if (appends.stream().noneMatch(SqlitePokes::isPoke)) {
      return;
    }
    writes.exclusively(
        () -> {
          for (int i = 0; i < appends.size(); i++) {
            if (outcomes.get(i) == Outcome.COMMITTED && isPoke(appends.get(i))) {
              poked.add(appends.get(i).run());
            }
          }
        });
    hints.forEach(Runnable::run);
  }

  /** The claim, and which of its node's runs were spoken to; inside a transaction. */
  Claimed toldTo(SqliteWriter writer, Claim claim, Claimed claimed) throws SQLException {
    if (poked.isEmpty() || claim.only() != null || claim.dueBefore() != null) {
      return claimed;
    }
    List<UUID> mine = new ArrayList<>();
    try (var select =
        writer.connection().prepareStatement("SELECT leased_by FROM workflow_run WHERE id = ?")) {
      for (var pokes = poked.iterator(); pokes.hasNext(); ) {
        var run = pokes.next();
        select.setBytes(1, HeaderRow.bytes(run));
        try (var rows = select.executeQuery()) {
          var holder = rows.next() ? rows.getString(1) : null;
          if (claim.node().equals(holder)) {
            mine.add(run);
          }
          // Whoever takes a run that nobody holds reads its log anyway.
          if (holder == null || claim.node().equals(holder)) {
            pokes.remove();
          }
        }
      }
    }
    return new Claimed(claimed.runs(), claimed.nextDue(), mine);
  }

  private static boolean isPoke(Append append) {
    return append.change() instanceof HeaderChange.Poke;
  }
}
