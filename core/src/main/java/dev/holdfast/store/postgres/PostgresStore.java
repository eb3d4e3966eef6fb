package dev.holdfast.store.postgres;

import dev.holdfast.store.Append;
import dev.holdfast.store.Claim;
import dev.holdfast.store.Claimed;
import dev.holdfast.store.DeadLetters;
import dev.holdfast.store.Entry;
import dev.holdfast.store.Figures;
import dev.holdfast.store.Header;
import dev.holdfast.store.NodeLease;
import dev.holdfast.store.Orders;
import dev.holdfast.store.Outcome;
import dev.holdfast.store.Payload;
import dev.holdfast.store.Retention;
import dev.holdfast.store.RunLists;
import dev.holdfast.store.RunQuery;
import dev.holdfast.store.Store;
import dev.holdfast.store.StoreException;
import dev.holdfast.store.Tokens;
import dev.holdfast.store.TransactionWork;
import dev.holdfast.store.Workflows;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Runs in a PostgreSQL database, advanced by any number of nodes. */
public final class PostgresStore implements Store {

  /** Measured: a second writer fills the time in which the first waits for the disk. */
  static final int LANES = 2;

  private static final Duration POLL_INTERVAL = Duration.ofSeconds(5);

  /** Bounds one statement; a rebuild of a million headers is many of them. */
  private static final int REWRITE_SIZE_MAX = 500;

  private static final Sql REWRITE = Sql.load("rewrite.sql");

  private final Database database;
  private final DatabaseClock clock;
  private final Reads reads;
  private final Nodes nodes;
  private final Hints hints = new Hints();
  private final Watch watch;
  private final Transactions transactions;

  private PostgresStore(Database database, DatabaseClock clock) {
    this.database = database;
    this.clock = clock;
    this.reads = new Reads(database);
    this.nodes = new Nodes(database, clock);
    this.watch = new Watch(database, clock, nodes, hints);
    this.transactions = new Transactions(database, this::hint);
  }

  /**
   * Connects, checks that the server keeps what it acknowledges, and creates or upgrades the schema
   * as needed.
   *
   * @throws IllegalStateException when the server's settings could lose acknowledged work
   * @throws StoreException.Unavailable when it cannot be reached
   */
  public static PostgresStore open(String jdbcUrl, Options options) {
    return open(jdbcUrl, options, false);
  }

  /**
   * Like {@link #open}, for a database that is a store already.
   *
   * @throws IllegalArgumentException when it has no tables of Holdfast; it is left as it is
   */
  public static PostgresStore openExisting(String jdbcUrl, Options options) {
    return open(jdbcUrl, options, true);
  }

  private static PostgresStore open(String jdbcUrl, Options options, boolean mustExist) {
    var clock = new DatabaseClock(options.clock());
    try (var connection = Database.open(jdbcUrl, options)) {
      ServerCheck.run(connection);
      if (mustExist && Migrations.version(connection) == 0) {
        throw new IllegalArgumentException("this database has no tables of Holdfast");
      }
      Migrations.run(connection);
      clock.measure(connection);
    } catch (SQLException e) {
      throw Failures.ofConnect(e);
    }
    var store = new PostgresStore(new Database(jdbcUrl, options), clock);
    store.watch.start();
    return store;
  }

  @Override
  public List<Outcome> commit(List<Append> appends) {
    if (appends.isEmpty()) {
      return List.of();
    }
    Append.refuseTwoOfOneRun(appends);
    var hint = hint(appends);
    var pieces = Batch.pieces(appends);
    return database.write(
        connection ->
            pieces.size() == 1
                ? Batch.write(connection, appends, hint)
                : commit(connection, pieces, hint));
  }

  /** Several statements, and so a transaction that is ended in so many words. */
  private List<Outcome> commit(
      Connection connection, List<List<Append>> pieces, @Nullable String hint) throws SQLException {
    connection.setAutoCommit(false);
    List<Outcome> outcomes = new ArrayList<>();
    for (var piece : pieces) {
      database.count();
      outcomes.addAll(Batch.write(connection, piece, hint));
    }
    connection.commit();
    return List.copyOf(outcomes);
  }

  @Override
  public Outcome write(Connection connection, Append append) throws SQLException {
    database.count();
    var appends = List.of(append);
    return Batch.write(connection, appends, hint(appends)).getFirst();
  }

  @Override
  public Outcome transact(TransactionWork work) throws Exception {
    return transactions.run(work);
  }

  @Override
  public List<Entry> read(UUID run, long afterSeq, int limit) {
    return reads.entries(run, afterSeq, limit);
  }

  @Override
  public Optional<Entry> tail(UUID run) {
    return reads.tail(run);
  }

  @Override
  public List<UUID> runsInLog(@Nullable UUID before, int limit) {
    return reads.runsInLog(before, limit);
  }

  @Override
  public Optional<Payload> payload(String hash) {
    return reads.payload(hash);
  }

  @Override
  public Optional<Header> header(UUID run) {
    return reads.header(run);
  }

  @Override
  public List<Header> find(RunQuery query) {
    return reads.find(query);
  }

  @Override
  public Claimed claim(Claim claim) {
    return database.write(connection -> Claims.take(connection, claim, clock.parameter()));
  }

  @Override
  public boolean heartbeat(String node, Duration leaseFor) {
    return nodes.heartbeat(node, leaseFor, watch.sessionLock());
  }

  @Override
  public void leave(String node) {
    nodes.leave(node, hints.sender());
  }

  @Override
  public Workflows workflows() {
    return new StoredWorkflows(database);
  }

  @Override
  public RunLists lists() {
    return new StoredLists(database);
  }

  @Override
  public DeadLetters deadLetters() {
    return new StoredDeadLetters(database);
  }

  @Override
  public Figures figures() {
    return new StoredFigures(database, clock);
  }

  @Override
  public Retention retention() {
    return new StoredRetention(database);
  }

  @Override
  public Tokens tokens() {
    return new StoredTokens(database);
  }

  @Override
  public Orders orders() {
    return new StoredOrders(database);
  }

  @Override
  public String secret(String name, String fresh) {
    return StoredOrders.secret(database, name, fresh);
  }

  @Override
  public List<NodeLease> nodes() {
    return nodes.all();
  }

  @Override
  public void rewrite(List<Header> headers) {
    for (int from = 0; from < headers.size(); from += REWRITE_SIZE_MAX) {
      var part = headers.subList(from, Math.min(headers.size(), from + REWRITE_SIZE_MAX));
      database.write(
          connection -> {
            try (var query = new Query(connection, REWRITE)) {
              HeaderRow.bind(query, part);
              return query.update();
            }
          });
    }
  }

  @Override
  public void onHint(Runnable listener) {
    hints.listen(listener);
  }

  @Override
  public Instant now() {
    return clock.now();
  }

  @Override
  public int lanes() {
    return LANES;
  }

  @Override
  public Duration pollInterval() {
    return POLL_INTERVAL;
  }

  @Override
  public long statements() {
    return database.statements();
  }

  @Override
  public void close() {
    watch.close();
    database.close();
  }

  /** A run that is due before anybody looks again is work too: it tells them when to look. */
  private @Nullable String hint(List<Append> appends) {
    return hints.with(appends, clock.now().plus(POLL_INTERVAL));
  }
}
