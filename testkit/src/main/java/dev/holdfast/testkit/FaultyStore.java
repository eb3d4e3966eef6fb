package dev.holdfast.testkit;

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
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A store that fails on demand: the view that one process has of the store below it. It counts the
 * calls that write, and at a chosen one, or by chance, something happens to it. After a crash every
 * call throws {@link ProcessDied}: the engine on top is as good as dead, and a new one can be
 * opened on a new view of the same store.
 *
 * <p>Closing it ends this process's view only; the store below belongs to whoever opened it.
 */
public final class FaultyStore implements Store {

  /** The calls that write, and that can be counted. */
  public enum Call {
    COMMIT,
    TRANSACT,
    CLAIM,
    HEARTBEAT
  }

  private final Store target;
  private final Set<Call> counted;

  /** Shared by calls on their way to the target; whoever has it alone knows that there are none. */
  private final ReentrantReadWriteLock passing = new ReentrantReadWriteLock();

  private final ReentrantLock deciding = new ReentrantLock();
  private Faults faults = Faults.NONE;
  private long calls;
  private long faulted;
  private volatile boolean dead;
  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

  /** Counts commits, transactions and claims, and does nothing else until told to. */
  public FaultyStore(Store target) {
    this(target, EnumSet.complementOf(EnumSet.of(Call.HEARTBEAT)));
  }

  public FaultyStore(Store target, Set<Call> counted) {
    this.target = target;
    this.counted = EnumSet.copyOf(counted);
  }

  /** Which fault, if any, befalls the n-th counted call. Asked once for each, in order. */
  @FunctionalInterface
  public interface Faults {
    Faults NONE = n -> null;

    @Nullable Fault at(long n);

    /** This fault at the n-th call, counted from 1, and at no other. */
    static Faults once(long n, Fault fault) {
      return call -> call == n ? fault : null;
    }
  }

  /** From here on these faults happen. */
  public FaultyStore with(Faults plan) {
    deciding.lock();
    try {
      faults = plan;
    } finally {
      deciding.unlock();
    }
    return this;
  }

  /** How many counted calls there have been, the faulty ones included. */
  public long calls() {
    deciding.lock();
    try {
      return calls;
    } finally {
      deciding.unlock();
    }
  }

  /** How many of them were faulty. */
  public long faulted() {
    deciding.lock();
    try {
      return faulted;
    } finally {
      deciding.unlock();
    }
  }

  public boolean dead() {
    return dead;
  }

  /** The process dies now. When this returns, none of its calls is on its way any more. */
  public void kill() {
    dead = true;
    passing.writeLock().lock();
    try {
      dead = true; // Nobody passes any more, and nobody will.
    } finally {
      passing.writeLock().unlock();
    }
  }

  /** Throws when this process is dead; for code that stands for the world outside. */
  public void refuseIfDead() {
    if (dead) {
      throw new ProcessDied();
    }
  }

  @Override
  public List<Outcome> commit(List<Append> appends) {
    return write(Call.COMMIT, () -> target.commit(appends));
  }

  @Override
  public Outcome transact(TransactionWork work) throws Exception {
    var fault = next(Call.TRANSACT);
    before(fault == Fault.UNKNOWN_NOT_APPLIED ? null : fault);
    var outcome =
        pass(
            () ->
                target.transact(
                    connection -> {
                      var append = work.run(connection);
                      refuseIfDead();
                      if (fault == Fault.UNKNOWN_NOT_APPLIED) {
                        throw unknown();
                      }
                      return append;
                    }));
    after(fault);
    return outcome;
  }

  @Override
  public Claimed claim(Claim claim) {
    return write(Call.CLAIM, () -> target.claim(claim));
  }

  @Override
  public boolean heartbeat(String node, Duration leaseFor) {
    return write(Call.HEARTBEAT, () -> target.heartbeat(node, leaseFor));
  }

  @Override
  public void leave(String node) {
    passed(
        () -> {
          target.leave(node);
          return node;
        });
  }

  @Override
  public List<Entry> read(UUID run, long afterSeq, int limit) {
    return passed(() -> target.read(run, afterSeq, limit));
  }

  @Override
  public Optional<Entry> tail(UUID run) {
    return passed(() -> target.tail(run));
  }

  @Override
  public boolean inTransaction() {
    return target.inTransaction();
  }

  @Override
  public List<UUID> runsInLog(@Nullable UUID before, int limit) {
    return passed(() -> target.runsInLog(before, limit));
  }

  @Override
  public Optional<Payload> payload(String hash) {
    return passed(() -> target.payload(hash));
  }

  @Override
  public Optional<Header> header(UUID run) {
    return passed(() -> target.header(run));
  }

  @Override
  public List<Header> find(RunQuery query) {
    return passed(() -> target.find(query));
  }

  @Override
  public Workflows workflows() {
    return passed(target::workflows);
  }

  @Override
  public RunLists lists() {
    return passed(target::lists);
  }

  @Override
  public DeadLetters deadLetters() {
    return passed(target::deadLetters);
  }

  @Override
  public Figures figures() {
    return passed(target::figures);
  }

  @Override
  public Retention retention() {
    return passed(target::retention);
  }

  @Override
  public Tokens tokens() {
    return passed(target::tokens);
  }

  @Override
  public Orders orders() {
    return passed(target::orders);
  }

  @Override
  public String secret(String name, String fresh) {
    return passed(() -> target.secret(name, fresh));
  }

  @Override
  public List<NodeLease> nodes() {
    return passed(target::nodes);
  }

  @Override
  public void rewrite(List<Header> headers) {
    passed(
        () -> {
          target.rewrite(headers);
          return headers;
        });
  }

  @Override
  public void onHint(Runnable listener) {
    Runnable whileAlive =
        () -> {
          if (!dead) {
            listener.run();
          }
        };
    listeners.add(whileAlive);
    target.onHint(whileAlive);
  }

  /** Lets whoever listens look for work, as a poll or a hint from elsewhere would. */
  public void hint() {
    listeners.forEach(Runnable::run);
  }

  @Override
  public Instant now() {
    return target.now();
  }

  @Override
  public int lanes() {
    return target.lanes();
  }

  @Override
  public boolean embedded() {
    return target.embedded();
  }

  @Override
  public @Nullable Duration pollInterval() {
    return target.pollInterval();
  }

  @Override
  public long statements() {
    return target.statements();
  }

  @Override
  public void close() {
    kill();
  }

  private <T> T write(Call call, Supplier<T> write) {
    var fault = next(call);
    before(fault);
    var answer = passed(write);
    after(fault);
    return answer;
  }

  private @Nullable Fault next(Call call) {
    refuseIfDead();
    if (!counted.contains(call)) {
      return null;
    }
    deciding.lock();
    try {
      var fault = faults.at(++calls);
      faulted += fault == null ? 0 : 1;
      return fault;
    } finally {
      deciding.unlock();
    }
  }

  private void before(@Nullable Fault fault) {
    switch (fault) {
      case CRASH_BEFORE -> die();
      case UNKNOWN_NOT_APPLIED -> throw unknown();
      case UNAVAILABLE ->
          throw new StoreException.Unavailable("not available, as planned", planned());
      case CRASH_AFTER, UNKNOWN_APPLIED -> {}
      case null -> {}
    }
  }

  private void after(@Nullable Fault fault) {
    if (fault == Fault.CRASH_AFTER) {
      die();
    }
    if (fault == Fault.UNKNOWN_APPLIED) {
      throw unknown();
    }
  }

  private void die() {
    dead = true;
    throw new ProcessDied();
  }

  private <T> T passed(Supplier<T> call) {
    passing.readLock().lock();
    try {
      refuseIfDead();
      return call.get();
    } finally {
      passing.readLock().unlock();
    }
  }

  private <T> T pass(Callable<T> call) throws Exception {
    passing.readLock().lock();
    try {
      refuseIfDead();
      return call.call();
    } finally {
      passing.readLock().unlock();
    }
  }

  private static StoreException.Unknown unknown() {
    return new StoreException.Unknown("no answer, as planned", planned());
  }

  private static Exception planned() {
    return new Exception("a planned fault");
  }
}
