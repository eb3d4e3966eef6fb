package dev.holdfast.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Another store, and those who are told which runs changed and what was written, after the commit
 * and never before. They are called by whoever wrote, so they must be quick and must not throw.
 * What other processes write they do not hear of.
 */
public final class WatchedStore implements Store {

  private final Store store;
  private final Consumer<UUID> changed;
  private final CommitListener commits;

  public WatchedStore(Store store, Consumer<UUID> changed) {
    this(store, changed, CommitListener.NONE);
  }

  public WatchedStore(Store store, Consumer<UUID> changed, CommitListener commits) {
    this.store = store;
    this.changed = changed;
    this.commits = commits;
  }

  @Override
  public List<Outcome> commit(List<Append> appends) {
    long began = System.nanoTime();
    var outcomes = store.commit(appends);
    commits.committed(appends.size(), System.nanoTime() - began);
    for (int i = 0; i < outcomes.size(); i++) {
      tell(appends.get(i), outcomes.get(i));
    }
    return outcomes;
  }

  @Override
  public Outcome transact(TransactionWork work) throws Exception {
    var written = new Append[1];
    var outcome = store.transact(connection -> written[0] = work.run(connection));
    if (written[0] != null) {
      tell(written[0], outcome);
    }
    return outcome;
  }

  @Override
  public Claimed claim(Claim claim) {
    var claimed = store.claim(claim);
    commits.claimed(claimed.runs().size());
    claimed.runs().forEach(run -> changed.accept(run.id()));
    return claimed;
  }

  private void tell(Append append, Outcome outcome) {
    commits.wrote(append, outcome);
    if (outcome == Outcome.COMMITTED) {
      changed.accept(append.run());
    }
  }

  // ---- everything else is the other store's ---------------------------------------------------

  @Override
  public boolean inTransaction() {
    return store.inTransaction();
  }

  @Override
  public Outcome write(Connection connection, Append append) throws SQLException {
    return store.write(connection, append);
  }

  @Override
  public List<Entry> read(UUID run, long afterSeq, int limit) {
    return store.read(run, afterSeq, limit);
  }

  @Override
  public Optional<Entry> tail(UUID run) {
    return store.tail(run);
  }

  @Override
  public List<UUID> runsInLog(@Nullable UUID before, int limit) {
    return store.runsInLog(before, limit);
  }

  @Override
  public Optional<Payload> payload(String hash) {
    return store.payload(hash);
  }

  @Override
  public Optional<Header> header(UUID run) {
    return store.header(run);
  }

  @Override
  public List<Header> find(RunQuery query) {
    return store.find(query);
  }

  @Override
  public boolean heartbeat(String node, Duration leaseFor) {
    return store.heartbeat(node, leaseFor);
  }

  @Override
  public void leave(String node) {
    store.leave(node);
  }

  @Override
  public Workflows workflows() {
    return store.workflows();
  }

  @Override
  public RunLists lists() {
    return store.lists();
  }

  @Override
  public DeadLetters deadLetters() {
    return store.deadLetters();
  }

  @Override
  public Figures figures() {
    return store.figures();
  }

  @Override
  public Retention retention() {
    return store.retention();
  }

  @Override
  public Tokens tokens() {
    return store.tokens();
  }

  @Override
  public Orders orders() {
    return store.orders();
  }

  @Override
  public String secret(String name, String fresh) {
    return store.secret(name, fresh);
  }

  @Override
  public List<NodeLease> nodes() {
    return store.nodes();
  }

  @Override
  public void rewrite(List<Header> headers) {
    store.rewrite(headers);
  }

  @Override
  public void onHint(Runnable listener) {
    store.onHint(listener);
  }

  @Override
  public Instant now() {
    return store.now();
  }

  @Override
  public int lanes() {
    return store.lanes();
  }

  @Override
  public boolean embedded() {
    return store.embedded();
  }

  @Override
  public @Nullable Duration pollInterval() {
    return store.pollInterval();
  }

  @Override
  public long statements() {
    return store.statements();
  }

  @Override
  public void close() {
    store.close();
  }
}
