package dev.holdfast.store.sqlite;

import dev.holdfast.store.Append;
import dev.holdfast.store.Claim;
import dev.holdfast.store.Claimed;
import dev.holdfast.store.DeadLetters;
import dev.holdfast.store.Entry;
import dev.holdfast.store.Figures;
import dev.holdfast.store.Header;
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
import dev.holdfast.store.Tokens;
import dev.holdfast.store.TransactionWork;
import dev.holdfast.store.Workflows;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Runs in one SQLite file, advanced by one process. */
public final class SqliteStore implements Store {

  private final SqliteFile file;
  private final InstantSource clock;
  private final SqliteReaders readers;
  private final LongAdder statements = new LongAdder();

  private final SqliteWrites writes;
  private final SqliteNodes nodes;
  private final SqlitePokes pokes;

  private SqliteStore(SqliteFile file, InstantSource clock) {
    this.file = file;
    this.clock = clock;
    this.readers = new SqliteReaders(file, statements);
    this.writes = new SqliteWrites(file, statements);
    this.nodes = new SqliteNodes(file, writes, readers, clock);
    this.pokes = new SqlitePokes(writes);
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
        writes.write(
            writer -> {
              statements.add(SqliteWriter.statements(appends));
              return writer.write(appends);
            });
    pokes.note(appends, outcomes);
    return outcomes;
  }

  @Override
  public Outcome transact(TransactionWork work) throws Exception {
    return writes.transact(work);
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
    return writes.inTransaction();
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
    return readers.query(
        sql.toString(), select -> SqliteWrites.bindAll(select, values), HeaderRow::read);
  }

  @Override
  public Claimed claim(Claim claim) {
    return writes.write(
        writer -> {
          var claimed = new SqliteClaims(writer.connection(), claim, clock.instant()).take();
          statements.add(5 + 3L * claimed.runs().size());
          return pokes.toldTo(writer, claim, claimed);
        });
  }

  @Override
  public boolean heartbeat(String node, Duration leaseFor) {
    return nodes.heartbeat(node, leaseFor);
  }

  @Override
  public void leave(String node) {
    nodes.leave(node);
  }

  @Override
  public List<NodeLease> nodes() {
    return nodes.all();
  }

  @Override
  public Workflows workflows() {
    return new SqliteWorkflows(writes, readers);
  }

  @Override
  public RunLists lists() {
    return new SqliteLists(readers);
  }

  @Override
  public DeadLetters deadLetters() {
    return new SqliteDeadLetters(writes, readers);
  }

  @Override
  public Figures figures() {
    return new SqliteFigures(file, readers, clock);
  }

  @Override
  public Retention retention() {
    return new SqliteRetention(writes, readers);
  }

  @Override
  public Tokens tokens() {
    return new SqliteTokens(writes, readers);
  }

  @Override
  public Orders orders() {
    return new SqliteOrders(writes, readers);
  }

  @Override
  public String secret(String name, String fresh) {
    writes.write(
        writer ->
            writes.execute(
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
  public void rewrite(List<Header> headers) {
    writes.write(
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
    pokes.onHint(listener);
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
    readers.close();
    writes.close();
    file.close();
  }

  private static void filter(
      StringBuilder sql, List<Object> values, String condition, @Nullable Object value) {
    if (value != null) {
      sql.append(condition);
      values.add(value);
    }
  }
}
