package dev.holdfast.store.postgres;

import dev.holdfast.store.Append;
import dev.holdfast.store.Header;
import dev.holdfast.store.HeaderChange;
import dev.holdfast.store.HeaderState;
import dev.holdfast.store.Outcome;
import dev.holdfast.store.Payload;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Writes a batch of appends with one statement. */
final class Commits {

  private static final Sql ENTRIES = Sql.load("commit-entries.sql");
  private static final Sql EVERYTHING = Sql.load("commit.sql");

  /** As PostgreSQL orders ids. One order in all transactions, so that none waits in a circle. */
  private static final Comparator<UUID> BY_BYTES =
      Comparator.comparing(UUID::getMostSignificantBits, Long::compareUnsigned)
          .thenComparing(UUID::getLeastSignificantBits, Long::compareUnsigned);

  private Commits() {}

  static void refuseTwoOfOneRun(List<Append> appends) {
    Set<UUID> runs = HashSet.newHashSet(appends.size());
    for (var append : appends) {
      if (!runs.add(append.run())) {
        throw new IllegalArgumentException("two appends of run " + append.run() + " in one batch");
      }
    }
  }

  /**
   * Writes the appends; the caller says in which transaction.
   *
   * @param hint sent to other processes when anything was written
   */
  static List<Outcome> write(Connection connection, List<Append> appends, @Nullable String hint)
      throws SQLException {
    var sorted = new ArrayList<>(appends);
    sorted.sort(Comparator.comparing(Append::run, BY_BYTES));
    var written =
        bare(appends)
            ? writeEntries(connection, sorted)
            : writeAll(connection, sorted, hint, appends);
    return appends.stream().map(append -> outcome(append, written)).toList();
  }

  private static boolean bare(List<Append> appends) {
    for (var append : appends) {
      if (append.change() != null || !append.payloads().isEmpty()) {
        return false;
      }
    }
    return true;
  }

  private static Outcome outcome(Append append, Set<UUID> written) {
    if (written.contains(append.run())) {
      return Outcome.COMMITTED;
    }
    return append.change() instanceof HeaderChange.Insert ? Outcome.DUPLICATE : Outcome.CONFLICT;
  }

  private static Set<UUID> writeEntries(Connection connection, List<Append> sorted)
      throws SQLException {
    try (var query = new Query(connection, ENTRIES)) {
      bindEntries(query, sorted);
      return written(query, sorted.size());
    }
  }

  private static Set<UUID> writeAll(
      Connection connection, List<Append> sorted, @Nullable String hint, List<Append> inOrder)
      throws SQLException {
    try (var query = new Query(connection, EVERYTHING)) {
      bindEntries(query, sorted);
      bindChanges(query, sorted);
      bindPayloads(query, sorted);
      // In the order of the caller: of two new runs with one key the first is meant to win.
      HeaderRow.bind(query, created(inOrder));
      query.flags("fresh", fresh(sorted));
      query.text("hint", hint);
      return written(query, sorted.size());
    }
  }

  private static Set<UUID> written(Query query, int size) throws SQLException {
    try (var rows = query.rows()) {
      Set<UUID> written = HashSet.newHashSet(size);
      while (rows.next()) {
        written.add(rows.getObject(1, UUID.class));
      }
      return written;
    }
  }

  private static void bindEntries(Query query, List<Append> appends) throws SQLException {
    int size = appends.size();
    var runs = new UUID[size];
    var seqs = new Long[size];
    var counts = new Integer[size];
    var events = new String[size];
    for (int i = 0; i < size; i++) {
      var append = appends.get(i);
      runs[i] = append.run();
      seqs[i] = append.seq();
      counts[i] = append.count();
      events[i] = append.events();
    }
    query.ids("run", runs);
    query.numbers("seq", seqs);
    query.integers("count", counts);
    query.texts("events", events);
  }

  private static Boolean[] fresh(List<Append> appends) {
    return appends.stream()
        .map(append -> append.change() instanceof HeaderChange.Insert)
        .toArray(Boolean[]::new);
  }

  private static List<Header> created(List<Append> appends) {
    List<Header> headers = new ArrayList<>();
    for (var append : appends) {
      if (append.change() instanceof HeaderChange.Insert(Header header)) {
        headers.add(header);
      }
    }
    return headers;
  }

  private static void bindChanges(Query query, List<Append> appends) throws SQLException {
    List<UUID> updated = new ArrayList<>();
    List<HeaderState> states = new ArrayList<>();
    List<UUID> poked = new ArrayList<>();
    for (var append : appends) {
      switch (append.change()) {
        case HeaderChange.Update(HeaderState state) -> {
          updated.add(append.run());
          states.add(state);
        }
        case HeaderChange.Poke() -> poked.add(append.run());
        case HeaderChange.Insert insert -> {}
        case null -> {}
      }
    }
    List<UUID> changed = new ArrayList<>(updated);
    changed.addAll(poked);
    query.ids("changed", changed.toArray(UUID[]::new));
    query.ids("id", updated.toArray(UUID[]::new));
    HeaderRow.bindStates(query, "", states);
    query.ids("poked", poked.toArray(UUID[]::new));
  }

  private static void bindPayloads(Query query, List<Append> appends) throws SQLException {
    List<UUID> runs = new ArrayList<>();
    List<Payload> payloads = new ArrayList<>();
    for (var append : appends) {
      for (var payload : append.payloads()) {
        runs.add(append.run());
        payloads.add(payload);
      }
    }
    query.ids("payload_run", runs.toArray(UUID[]::new));
    query.texts("hash", payloads.stream().map(Payload::hash).toArray(String[]::new));
    query.texts("data", payloads.stream().map(Payload::data).toArray(String[]::new));
  }
}
