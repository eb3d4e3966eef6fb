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
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A batch of appends, written with one statement, made of the parts that this batch needs. */
final class Batch {

  /** By what the batch does; a handful of kinds make up nearly all batches. */
  private static final Map<Set<String>, Sql> STATEMENTS = new ConcurrentHashMap<>();

  private static final long CHARS_MAX = 32L * 1024 * 1024;

  /** As PostgreSQL orders ids. One order in all transactions, so that none waits in a circle. */
  private static final Comparator<UUID> BY_BYTES =
      Comparator.comparing(UUID::getMostSignificantBits, Long::compareUnsigned)
          .thenComparing(UUID::getLeastSignificantBits, Long::compareUnsigned);

  /** Sorted by run. */
  private final List<Append> appends;

  /** In the order of the caller: of two new runs with one key the first is meant to win. */
  private final List<Header> created = new ArrayList<>();

  private final List<UUID> updated = new ArrayList<>();
  private final List<HeaderState> states = new ArrayList<>();
  private final List<UUID> poked = new ArrayList<>();
  private final List<UUID> payloadRuns = new ArrayList<>();
  private final List<Payload> payloads = new ArrayList<>();
  private final @Nullable String hint;

  private Batch(List<Append> inOrder, @Nullable String hint) {
    this.hint = hint;
    this.appends = new ArrayList<>(inOrder);
    appends.sort(Comparator.comparing(Append::run, BY_BYTES));
    for (var append : inOrder) {
      if (append.change() instanceof HeaderChange.Insert(Header header)) {
        created.add(header);
      }
    }
    appends.forEach(this::sort);
  }

  /**
   * Writes the appends; the caller says in which transaction.
   *
   * @param hint sent to other processes when anything was written
   */
  static List<Outcome> write(Connection connection, List<Append> appends, @Nullable String hint)
      throws SQLException {
    var written = new Batch(appends, hint).write(connection);
    return appends.stream().map(append -> outcome(append, written)).toList();
  }

  /**
   * The same appends in pieces that one message can carry; nearly always a single one. A message of
   * more than a gigabyte breaks the connection, and many large payloads may arrive together.
   */
  static List<List<Append>> pieces(List<Append> appends) {
    List<List<Append>> pieces = new ArrayList<>(1);
    int from = 0;
    long chars = 0;
    for (int i = 0; i < appends.size(); i++) {
      long more = chars(appends.get(i));
      if (i > from && chars + more > CHARS_MAX) {
        pieces.add(appends.subList(from, i));
        from = i;
        chars = 0;
      }
      chars += more;
    }
    pieces.add(appends.subList(from, appends.size()));
    return pieces;
  }

  private static long chars(Append append) {
    long chars = append.events().length();
    for (var payload : append.payloads()) {
      chars += payload.data().length();
    }
    if (append.change() instanceof HeaderChange.Insert(Header header)) {
      chars += header.input() == null ? 0 : header.input().length();
    }
    return chars;
  }

  private static Outcome outcome(Append append, Set<UUID> written) {
    if (written.contains(append.run())) {
      return Outcome.COMMITTED;
    }
    return append.change() instanceof HeaderChange.Insert ? Outcome.DUPLICATE : Outcome.CONFLICT;
  }

  private void sort(Append append) {
    switch (append.change()) {
      case HeaderChange.Update(HeaderState state) -> {
        updated.add(append.run());
        states.add(state);
      }
      case HeaderChange.Poke() -> poked.add(append.run());
      case HeaderChange.Insert insert -> {}
      case null -> {}
    }
    for (var payload : append.payloads()) {
      payloadRuns.add(append.run());
      payloads.add(payload);
    }
  }

  private Set<UUID> write(Connection connection) throws SQLException {
    var sql = STATEMENTS.computeIfAbsent(facts(), facts -> Sql.load("commit.sql", facts));
    try (var query = new Query(connection, sql)) {
      bindEntries(query);
      bindHeaders(query);
      if (!payloads.isEmpty()) {
        query.ids("payload_run", payloadRuns.toArray(UUID[]::new));
        query.texts("hash", payloads.stream().map(Payload::hash).toArray(String[]::new));
        query.texts("data", payloads.stream().map(Payload::data).toArray(String[]::new));
      }
      if (hint != null) {
        query.text("hint", hint);
      }
      try (var rows = query.rows()) {
        Set<UUID> written = HashSet.newHashSet(appends.size());
        while (rows.next()) {
          written.add(rows.getObject(1, UUID.class));
        }
        return written;
      }
    }
  }

  private Set<String> facts() {
    Set<String> facts = HashSet.newHashSet(8);
    note(facts, "creates", !created.isEmpty());
    note(facts, "changes", !updated.isEmpty() || !poked.isEmpty());
    note(facts, "updates", !updated.isEmpty());
    note(facts, "pokes", !poked.isEmpty());
    note(facts, "payloads", !payloads.isEmpty());
    note(facts, "hint", hint != null);
    return facts;
  }

  private static void note(Set<String> facts, String fact, boolean holds) {
    if (holds) {
      facts.add(fact);
    }
  }

  private void bindEntries(Query query) throws SQLException {
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
    query.ids("run", runs).numbers("seq", seqs).integers("count", counts).texts("events", events);
  }

  private void bindHeaders(Query query) throws SQLException {
    if (!created.isEmpty()) {
      HeaderRow.bind(query, created);
      query.flags(
          "fresh",
          appends.stream()
              .map(append -> append.change() instanceof HeaderChange.Insert)
              .toArray(Boolean[]::new));
    }
    if (!updated.isEmpty()) {
      query.ids("id", updated.toArray(UUID[]::new));
      HeaderRow.bindStates(query, "", states);
    }
    if (!poked.isEmpty()) {
      query.ids("poked", poked.toArray(UUID[]::new));
    }
    if (!updated.isEmpty() || !poked.isEmpty()) {
      List<UUID> changed = new ArrayList<>(updated);
      changed.addAll(poked);
      query.ids("changed", changed.toArray(UUID[]::new));
    }
  }
}
