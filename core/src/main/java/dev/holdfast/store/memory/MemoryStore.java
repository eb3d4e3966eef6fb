package dev.holdfast.store.memory;

import dev.holdfast.store.Append;
import dev.holdfast.store.Claim;
import dev.holdfast.store.Claimed;
import dev.holdfast.store.DeadLetters;
import dev.holdfast.store.Entry;
import dev.holdfast.store.Figures;
import dev.holdfast.store.Header;
import dev.holdfast.store.HeaderChange;
import dev.holdfast.store.HeaderState;
import dev.holdfast.store.Micros;
import dev.holdfast.store.NodeLease;
import dev.holdfast.store.Orders;
import dev.holdfast.store.Outcome;
import dev.holdfast.store.Payload;
import dev.holdfast.store.Retention;
import dev.holdfast.store.RunLists;
import dev.holdfast.store.RunQuery;
import dev.holdfast.store.Store;
import dev.holdfast.store.Tokens;
import dev.holdfast.store.TransactionWork;
import dev.holdfast.store.Workflows;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A store in plain maps behind one lock. Every other store must be indistinguishable from this one.
 * Several engines may share an instance, as several nodes share a database; closing it does
 * nothing.
 */
public final class MemoryStore implements Store {

  private final InstantSource clock;
  private final ReentrantLock lock = new ReentrantLock();
  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

  private final NavigableMap<UUID, NavigableMap<Long, Entry>> logs =
      new TreeMap<>(RunQuery.OLDEST_FIRST);
  private final NavigableMap<UUID, Header> headers = new TreeMap<>(RunQuery.OLDEST_FIRST);
  private final Map<String, UUID> keys = new HashMap<>();
  private final Set<UUID> poked = new HashSet<>();
  private final Map<String, Payload> payloads = new HashMap<>();
  private final Map<String, Set<UUID>> payloadUses = new HashMap<>();
  private final Leases leases = new Leases();
  private final MemoryWorkflows workflows = new MemoryWorkflows();
  private final MemoryOrders orders = new MemoryOrders(this::allHeaders);
  private final MemoryTokens tokens = new MemoryTokens();
  private final MemoryDeadLetters deadLetters = new MemoryDeadLetters();
  private final AtomicLong calls = new AtomicLong();

  public MemoryStore(InstantSource clock) {
    this.clock = clock;
  }

  // ---- the log -------------------------------------------------------------------------------

  @Override
  public List<Outcome> commit(List<Append> appends) {
    Append.refuseTwoOfOneRun(appends);
    List<Outcome> outcomes = new ArrayList<>(appends.size());
    boolean workForOthers =
        locked(
            () -> {
              boolean work = false;
              for (var append : appends) {
                var outcome = write(append);
                work |= outcome == Outcome.COMMITTED && makesWork(append);
                outcomes.add(outcome);
              }
              return work;
            });
    if (workForOthers) {
      // Outside the lock: a listener may call this store.
      listeners.forEach(Runnable::run);
    }
    return List.copyOf(outcomes);
  }

  @Override
  public Outcome transact(TransactionWork work) {
    throw new UnsupportedOperationException(
        "a transactional step needs a database to be transactional in: use SQLite or PostgreSQL"
            + " instead of the store in memory");
  }

  @Override
  public List<Entry> read(UUID run, long afterSeq, int limit) {
    return locked(() -> log(run).tailMap(afterSeq, false).values().stream().limit(limit).toList());
  }

  @Override
  public Optional<Entry> tail(UUID run) {
    return locked(() -> Optional.ofNullable(log(run).lastEntry()).map(Map.Entry::getValue));
  }

  @Override
  public List<UUID> runsInLog(@Nullable UUID before, int limit) {
    return locked(
        () -> {
          var older = before == null ? logs : logs.headMap(before, false);
          return older.descendingKeySet().stream().limit(limit).toList();
        });
  }

  @Override
  public Optional<Payload> payload(String hash) {
    return locked(() -> Optional.ofNullable(payloads.get(hash)));
  }

  private Outcome write(Append append) {
    if (append.change() instanceof HeaderChange.Insert(Header header) && taken(header)) {
      return Outcome.DUPLICATE;
    }
    var log = log(append.run());
    if (append.seq() != lastSeq(log) + 1) {
      return Outcome.CONFLICT;
    }
    logs.putIfAbsent(append.run(), log);
    log.put(append.seq(), new Entry(append.run(), append.seq(), append.count(), append.events()));
    for (var payload : append.payloads()) {
      payloads.putIfAbsent(payload.hash(), payload);
      payloadUses.computeIfAbsent(payload.hash(), hash -> new HashSet<>()).add(append.run());
    }
    switch (append.change()) {
      case HeaderChange.Insert(Header header) -> put(header);
      case HeaderChange.Update(HeaderState state) ->
          headers.computeIfPresent(
              append.run(), (run, header) -> AsStored.header(header.with(state)));
      case HeaderChange.Poke() -> poked.add(append.run());
      case null -> {}
    }
    return Outcome.COMMITTED;
  }

  private boolean taken(Header header) {
    return headers.containsKey(header.id())
        || (header.key() != null && keys.containsKey(header.key()))
        || orders.isTaken(header);
  }

  private boolean makesWork(Append append) {
    if (append.change() instanceof HeaderChange.Poke) {
      return true;
    }
    var header = headers.get(append.run());
    return append.change() != null && header != null && MemoryClaims.due(header, now());
  }

  private NavigableMap<Long, Entry> log(UUID run) {
    return logs.getOrDefault(run, new TreeMap<>());
  }

  private static long lastSeq(NavigableMap<Long, Entry> log) {
    return log.isEmpty() ? 0 : log.lastEntry().getValue().lastSeq();
  }

  // ---- headers -------------------------------------------------------------------------------

  @Override
  public Optional<Header> header(UUID run) {
    return locked(() -> Optional.ofNullable(headers.get(run)));
  }

  @Override
  public List<Header> find(RunQuery query) {
    return locked(
        () ->
            headers.descendingMap().values().stream()
                .filter(header -> matches(header, query))
                .limit(query.limit())
                .toList());
  }

  @Override
  public void rewrite(List<Header> rebuilt) {
    locked(
        () -> {
          rebuilt.forEach(this::put);
          return rebuilt.size();
        });
  }

  private List<Header> allHeaders() {
    return locked(() -> List.copyOf(headers.values()));
  }

  private static boolean matches(Header header, RunQuery query) {
    var state = header.state();
    return (query.statuses().isEmpty() || query.statuses().contains(state.status()))
        && (query.workflow() == null || query.workflow().equals(header.workflow()))
        && (query.key() == null || query.key().equals(header.key()))
        && (query.leasedBy() == null || query.leasedBy().equals(state.leasedBy()))
        && (query.before() == null
            || RunQuery.OLDEST_FIRST.compare(header.id(), query.before()) < 0);
  }

  private void put(Header header) {
    headers.put(header.id(), AsStored.header(header));
    if (header.key() != null) {
      keys.put(header.key(), header.id());
    }
  }

  // ---- claims --------------------------------------------------------------------------------

  @Override
  public Claimed claim(Claim claim) {
    return locked(
        () -> {
          var now = now();
          var claims = new MemoryClaims(headers, leases, claim, now);
          var candidates = leases.over(claim.node(), now) ? List.<Header>of() : claims.candidates();
          var taken = candidates.stream().map(header -> take(header, claim)).toList();
          return claim.only() == null && claim.dueBefore() == null
              ? new Claimed(taken, claims.nextDue(), spokenTo(claim.node()))
              : new Claimed(taken, null, List.of());
        });
  }

  private List<UUID> spokenTo(String node) {
    var mine = poked.stream().filter(run -> leasedBy(run, node)).toList();
    mine.forEach(poked::remove);
    return mine;
  }

  private boolean leasedBy(UUID run, String node) {
    var header = headers.get(run);
    return header != null && node.equals(header.state().leasedBy());
  }

  private Header take(Header header, Claim claim) {
    var log = logs.computeIfAbsent(header.id(), run -> new TreeMap<>());
    long seq = lastSeq(log) + 1;
    log.put(seq, new Entry(header.id(), seq, 1, claim.events()));
    var taken = MemoryClaims.leased(header, claim);
    put(taken);
    return taken;
  }

  // ---- nodes ---------------------------------------------------------------------------------

  @Override
  public boolean heartbeat(String node, Duration leaseFor) {
    return locked(() -> leases.extend(node, now(), leaseFor));
  }

  @Override
  public void leave(String node) {
    locked(
        () -> {
          leases.end(node);
          return node;
        });
  }

  @Override
  public List<NodeLease> nodes() {
    return locked(() -> leases.all(now()));
  }

  // ---- the rest ------------------------------------------------------------------------------

  @Override
  public Workflows workflows() {
    return workflows;
  }

  @Override
  public RunLists lists() {
    return new MemoryLists(this::allHeaders, workflows, deadLetters);
  }

  @Override
  public DeadLetters deadLetters() {
    return deadLetters;
  }

  @Override
  public Figures figures() {
    return new MemoryFigures(this::allHeaders, this::now);
  }

  @Override
  public Retention retention() {
    return new MemoryRetention(this::allHeaders, this::forget, this::forgetNodes);
  }

  private boolean forget(UUID run) {
    return locked(
        () -> {
          var header = headers.get(run);
          if (header == null || !header.state().status().terminal()) {
            return false;
          }
          headers.remove(run);
          logs.remove(run);
          deadLetters.forget(run);
          forgetPayloads(run);
          return header.key() == null || keys.remove(header.key()) != null;
        });
  }

  private void forgetPayloads(UUID run) {
    payloadUses.values().forEach(runs -> runs.remove(run));
    payloadUses.values().removeIf(Set::isEmpty);
    payloads.keySet().retainAll(payloadUses.keySet());
  }

  private int forgetNodes(Instant deadSince) {
    return locked(
        () -> leases.forget(deadSince, headers.values().stream().map(h -> h.state().leasedBy())));
  }

  @Override
  public Tokens tokens() {
    return tokens;
  }

  @Override
  public Orders orders() {
    return orders;
  }

  @Override
  public String secret(String name, String fresh) {
    return orders.secret(name, fresh);
  }

  @Override
  public void onHint(Runnable listener) {
    listeners.add(listener);
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

  /** There are no statements here; it counts calls. */
  @Override
  public long statements() {
    return calls.get();
  }

  @Override
  public void close() {}

  private <T extends @Nullable Object> T locked(Supplier<T> call) {
    lock.lock();
    try {
      calls.incrementAndGet();
      return call.get();
    } finally {
      lock.unlock();
    }
  }
}
