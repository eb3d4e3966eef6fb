package dev.holdfast.store.sqlite;

import dev.holdfast.store.Append;
import dev.holdfast.store.Claim;
import dev.holdfast.store.Claimed;
import dev.holdfast.store.DeadLetters;
import dev.holdfast.store.Entry;
import dev.holdfast.store.Figures;
import dev.holdfast.store.Header;
import dev.holdfast.store.HeaderChange;
import dev.holdfast.store.Micros;
import dev.holdfast.store.NodeLease;
import dev.holdfast.store.Orders;
import dev.holdfast.store.Outcome;
import dev.holdfast.store.Payload;
import dev.holdfast.store.Retention;
import dev.holdfast.store.RunLists;
import dev.holdfast.store.RunQuery;
import dev.holdfast.store.RunStatus;
import dev.holdfast.store.Store;
import dev.holdfast.store.StoreException;
import dev.holdfast.store.Tokens;
import dev.holdfast.store.TransactionWork;
import dev.holdfast.store.Workflows;
import dev.holdfast.store.jdbc.GuardedConnection;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Runs in one SQLite file, advanced by one process. */
public final class SqliteStore implements Store {

  private final SqliteFile file;
  private final InstantSource clock;
  private final SqliteReaders readers;
  private final LongAdder statements = new LongAdder();

  /** Guards the one writing connection. A lock, not a monitor: virtual threads wait here. */
  private final ReentrantLock writing = new ReentrantLock();

  private @Nullable SqliteWriter writer;
  private final Set<String> registered = new HashSet<>();

  /** Runs that were spoken to, until their node has heard; only this process has nodes. */
  private final Set<UUID> poked = new HashSet<>();

  private final List<Runnable> hints = new CopyOnWriteArrayList<>();
  private boolean closed;

  private SqliteStore(SqliteFile file, InstantSource clock) {
    this.file = file;
    this.clock = clock;
    this.readers = new SqliteReaders(file, statements);
  }

  /** Opens the file, creating or upgrading it as needed. */
  public static SqliteStore open(Path path, InstantSource clock) {
    var file = new SqliteFile(path);
    file.migrate();
    return new SqliteStore(file, clock);
  }

  /**
   * Opens a file that is a store already, upgrading it as needed.
   *
   * @throws IllegalArgumentException when there is no such file, or it is something else; it is
   *     left as it is
   */
  public static SqliteStore openExisting(Path path, InstantSource clock) {
    new SqliteFile(path).refuseUnlessStore();
    return open(path, clock);
  }

  @Override
  public List<Outcome> commit(List<Append> appends) {
    Append.refuseTwoOfOneRun(appends);
    var outcomes =
        write(
            writer -> {
              statements.add(SqliteWriter.statements(appends));
              return writer.write(appends);
            });
    if (appends.stream().anyMatch(append -> append.change() instanceof HeaderChange.Poke)) {
      poke(appends, outcomes);
    }
    return outcomes;
  }

  @Override
  public Outcome transact(TransactionWork work) throws Exception {
    writing.lock();
    try {
      var writer = begin();
      Append append;
      try (var guarded = new GuardedConnection(writer.connection())) {
        append = work.run(guarded.proxy());
      } catch (Throwable failed) {
        rollback(writer);
        throw failed;
      }
      statements.increment();
      var outcome = attempt(writer, w -> w.write(List.of(append))).getFirst();
      if (outcome == Outcome.COMMITTED) {
        commit(writer);
      } else {
        rollback(writer);
      }
      return outcome;
    } finally {
      writing.unlock();
    }
  }

  @Override
  public Outcome write(Connection connection, Append append) throws SQLException {
    var writer = new SqliteWriter(connection);
    try {
      statements.add(SqliteWriter.statements(List.of(append)));
      return writer.write(List.of(append)).getFirst();
    } finally {
      writer.closeStatements();
    }
  }

  @Override
  public boolean inTransaction() {
    return writing.isHeldByCurrentThread();
  }

  @Override
  public List<Entry> read(UUID run, long afterSeq, int limit) {
    return readers.query(
        "SELECT seq, count, events FROM run_log WHERE run_id = ? AND seq > ? ORDER BY seq LIMIT ?",
        select -> {
          select.setBytes(1, HeaderRow.bytes(run));
          select.setLong(2, afterSeq);
          select.setInt(3, limit);
        },
        rows -> new Entry(run, rows.getLong(1), rows.getInt(2), rows.getString(3)));
  }

  @Override
  public Optional<Entry> tail(UUID run) {
    return readers
        .query(
            "SELECT seq, count, events FROM run_log WHERE run_id = ? ORDER BY seq DESC LIMIT 1",
            select -> select.setBytes(1, HeaderRow.bytes(run)),
            rows -> new Entry(run, rows.getLong(1), rows.getInt(2), rows.getString(3)))
        .stream()
        .findFirst();
  }

  @Override
  public List<UUID> runsInLog(@Nullable UUID before, int limit) {
    var below = before == null ? "" : " WHERE run_id < ?2";
    return readers.query(
        "SELECT DISTINCT run_id FROM run_log" + below + " ORDER BY run_id DESC LIMIT ?1",
        select -> {
          select.setInt(1, limit);
          if (before != null) {
            select.setBytes(2, HeaderRow.bytes(before));
          }
        },
        rows -> HeaderRow.uuid(rows.getBytes(1)));
  }

  @Override
  public Optional<Payload> payload(String hash) {
    return readers
        .query(
            "SELECT data FROM payload WHERE hash = ?",
            select -> select.setString(1, hash),
            rows -> new Payload(hash, rows.getString(1)))
        .stream()
        .findFirst();
  }

  @Override
  public Optional<Header> header(UUID run) {
    return readers
        .query(
            "SELECT " + HeaderRow.COLUMNS + " FROM workflow_run WHERE id = ?",
            select -> select.setBytes(1, HeaderRow.bytes(run)),
            HeaderRow::read)
        .stream()
        .findFirst();
  }

  @Override
  public List<Header> find(RunQuery query) {
    var sql = new StringBuilder("SELECT " + HeaderRow.COLUMNS + " FROM workflow_run WHERE true");
    List<Object> values = new ArrayList<>();
    if (!query.statuses().isEmpty()) {
      sql.append(" AND status IN (").append("?,".repeat(query.statuses().size() - 1)).append("?)");
      query.statuses().stream().map(RunStatus::word).forEach(values::add);
    }
    filter(sql, values, " AND type = ?", query.workflow());
    filter(sql, values, " AND idempotency_key = ?", query.key());
    filter(sql, values, " AND leased_by = ?", query.leasedBy());
    filter(
        sql,
        values,
        " AND id < ?",
        query.before() == null ? null : HeaderRow.bytes(query.before()));
    sql.append(" ORDER BY id DESC LIMIT ?");
    values.add(query.limit());
    return readers.query(sql.toString(), select -> bindAll(select, values), HeaderRow::read);
  }

  @Override
  public Claimed claim(Claim claim) {
    return write(
        writer -> {
          var claimed = new SqliteClaims(writer.connection(), claim, clock.instant()).take();
          statements.add(4 + 3L * claimed.runs().size());
          return poked.isEmpty() || claim.only() != null || claim.dueBefore() != null
              ? claimed
              : tellOfPokes(writer, claim, claimed);
        });
  }

  @Override
  public boolean heartbeat(String node, Duration leaseFor) {
    return write(
        writer -> {
          file.lock();
          var now = clock.instant();
          boolean first = registered.isEmpty();
          if (registered.add(node)) {
            if (first) {
              // The file lock is ours, so whoever is listed here belongs to a process that is gone.
              execute(writer, "UPDATE node SET lease_until = ?", Micros.of(now));
            }
            execute(
                writer,
                "INSERT INTO node (id, started_at, lease_until) VALUES (?,?,?)",
                node,
                Micros.of(now),
                Micros.of(now.plus(leaseFor)));
            return true;
          }
          return execute(
                  writer,
                  "UPDATE node SET lease_until = ? WHERE id = ? AND lease_until > ?",
                  Micros.of(now.plus(leaseFor)),
                  node,
                  Micros.of(now))
              == 1;
        });
  }

  @Override
  public void leave(String node) {
    write(
        writer ->
            execute(
                writer,
                "UPDATE node SET lease_until = ? WHERE id = ?",
                Micros.of(clock.instant()),
                node));
  }

  @Override
  public Workflows workflows() {
    return new SqliteWorkflows(this, readers);
  }

  @Override
  public RunLists lists() {
    return new SqliteLists(readers);
  }

  @Override
  public DeadLetters deadLetters() {
    return new SqliteDeadLetters(this, readers);
  }

  @Override
  public Figures figures() {
    return new SqliteFigures(file, readers, clock);
  }

  @Override
  public Retention retention() {
    return new SqliteRetention(this, readers);
  }

  @Override
  public Tokens tokens() {
    return new SqliteTokens(this, readers);
  }

  @Override
  public Orders orders() {
    return new SqliteOrders(this, readers);
  }

  @Override
  public String secret(String name, String fresh) {
    write(
        writer ->
            execute(
                writer,
                "INSERT INTO secret (name, value) VALUES (?,?) ON CONFLICT DO NOTHING",
                name,
                fresh));
    return readers
        .query(
            "SELECT value FROM secret WHERE name = ?",
            select -> select.setString(1, name),
            rows -> rows.getString(1))
        .getFirst();
  }

  @Override
  public List<NodeLease> nodes() {
    var now = clock.instant();
    return readers.query(
        "SELECT id, started_at, lease_until FROM node ORDER BY started_at, id",
        select -> {},
        rows -> {
          var until = Micros.instant(rows.getLong(3));
          return new NodeLease(
              rows.getString(1), Micros.instant(rows.getLong(2)), until, until.isAfter(now));
        });
  }

  @Override
  public void rewrite(List<Header> headers) {
    write(
        writer -> {
          try (var insert =
              writer
                  .connection()
                  .prepareStatement(HeaderRow.INSERT.replace("INSERT", "INSERT OR REPLACE"))) {
            for (var header : headers) {
              HeaderRow.bindInsert(insert, header);
              insert.addBatch();
            }
            statements.add(headers.size());
            return insert.executeBatch();
          }
        });
  }

  @Override
  public void onHint(Runnable listener) {
    // Only this process makes work in this file; but several nodes may share it, in tests.
    hints.add(listener);
  }

  @Override
  public Instant now() {
    return Micros.truncate(clock.instant());
  }

  @Override
  public int lanes() {
    return 1;
  }

  @Override
  public @Nullable Duration pollInterval() {
    return null;
  }

  @Override
  public long statements() {
    return statements.sum();
  }

  @Override
  public void close() {
    writing.lock();
    try {
      closed = true;
      readers.close();
      discardWriter();
      file.close();
    } finally {
      writing.unlock();
    }
  }

  private void poke(List<Append> appends, List<Outcome> outcomes) {
    writing.lock();
    try {
      for (int i = 0; i < appends.size(); i++) {
        if (outcomes.get(i) == Outcome.COMMITTED
            && appends.get(i).change() instanceof HeaderChange.Poke) {
          poked.add(appends.get(i).run());
        }
      }
    } finally {
      writing.unlock();
    }
    hints.forEach(Runnable::run);
  }

  private Claimed tellOfPokes(SqliteWriter writer, Claim claim, Claimed claimed)
      throws SQLException {
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

  /** Work in a transaction of this store's own. */
  interface Work<T> {
    T run(SqliteWriter writer) throws SQLException;
  }

  <T> T write(Work<T> work) {
    writing.lock();
    try {
      var writer = begin();
      var result = attempt(writer, work);
      commit(writer);
      return result;
    } finally {
      writing.unlock();
    }
  }

  private SqliteWriter begin() {
    var writer = writer();
    try {
      writer.begin();
      return writer;
    } catch (SQLException e) {
      discardWriter();
      throw new StoreException.Unavailable("cannot write to " + file + ": " + e.getMessage(), e);
    }
  }

  /** Does the work in the open transaction; whatever fails here has not happened. */
  private <T> T attempt(SqliteWriter writer, Work<T> work) {
    try {
      return work.run(writer);
    } catch (SQLException e) {
      rollback(writer);
      throw new StoreException.Unavailable("cannot write to " + file + ": " + e.getMessage(), e);
    } catch (RuntimeException | Error e) {
      rollback(writer);
      throw e;
    }
  }

  /** A commit that fails may be on the disk or not: the caller has to read back. */
  private void commit(SqliteWriter writer) {
    try {
      writer.commit();
    } catch (SQLException e) {
      discardWriter();
      throw new StoreException.Unknown("commit to " + file + " ended with: " + e.getMessage(), e);
    }
  }

  private SqliteWriter writer() {
    if (closed) {
      throw new IllegalStateException("the store " + file + " is closed");
    }
    if (writer == null) {
      try {
        writer = new SqliteWriter(file.connect(false));
      } catch (SQLException e) {
        throw new StoreException.Unavailable("cannot open " + file + ": " + e.getMessage(), e);
      }
    }
    return writer;
  }

  private void rollback(SqliteWriter writer) {
    try {
      writer.rollback();
    } catch (SQLException e) {
      discardWriter();
    }
  }

  private void discardWriter() {
    if (writer != null) {
      try {
        writer.close();
      } catch (SQLException ignored) {
        // It is being thrown away because it failed; the next one starts afresh.
      }
      writer = null;
    }
  }

  int execute(SqliteWriter writer, String sql, Object... values) throws SQLException {
    statements.increment();
    try (var statement = writer.connection().prepareStatement(sql)) {
      bindAll(statement, List.of(values));
      return statement.executeUpdate();
    }
  }

  private static void bindAll(PreparedStatement statement, List<?> values) throws SQLException {
    for (int i = 0; i < values.size(); i++) {
      statement.setObject(i + 1, values.get(i));
    }
  }

  private static void filter(
      StringBuilder sql, List<Object> values, String condition, @Nullable Object value) {
    if (value != null) {
      sql.append(condition);
      values.add(value);
    }
  }
}
