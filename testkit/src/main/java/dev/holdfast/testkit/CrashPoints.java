package dev.holdfast.testkit;

import dev.holdfast.Holdfast;
import dev.holdfast.engine.Engine;
import dev.holdfast.engine.EngineOptions;
import dev.holdfast.store.RunQuery;
import dev.holdfast.store.RunStatus;
import dev.holdfast.store.Store;
import dev.holdfast.testkit.FaultyStore.Faults;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Crashes a process at every commit and compares how things end. The real engine runs on a store
 * that dies at the chosen moment; then time passes, a new engine is opened on what is left, and
 * goes on until the end.
 *
 * <pre>{@code
 * var points = new CrashPoints(new MemoryStore(clock), clock);
 * var report = points.everywhere(() -> new PayScenario("order-" + counter.next()));
 * assertThat(report.violations()).isEmpty();
 * }</pre>
 */
public final class CrashPoints {

  private static final Duration LEASE = Duration.ofHours(2);

  /** Time stands still when a node's last heartbeat was so long ago: the next is on its way. */
  private static final Duration SILENCE_MAX = LEASE.multipliedBy(3).dividedBy(4);

  /** Alarms up to here ring as soon as nothing else happens; heartbeats are further away. */
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  /**
   * What passes when nothing has happened for a while, and then the node polls. Not more often: a
   * month would have thousands of polls, and each can fail.
   */
  private static final Duration QUIET = Duration.ofMinutes(15);

  private static final long QUIET_NANOS = Duration.ofSeconds(1).toNanos();
  private static final Duration NEVER = Duration.ofDays(3_650);
  private static final Set<RunStatus> OPEN = Set.of(RunStatus.PENDING, RunStatus.LEASED);
  private static final int OPEN_MAX = 1_000;
  private static final Pattern TIME = Pattern.compile("\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z");
  private static final long DEADLINE_NANOS = Duration.ofSeconds(60).toNanos();

  private final FakeClock clock;
  private final UnaryOperator<Store> restart;
  private final SplittableRandom random = new SplittableRandom(42);
  private Store target;

  /**
   * How an enumeration went.
   *
   * @param cases how often the scenario was played
   * @param violations every promise that was broken, and in which case
   */
  public record Report(int cases, List<String> violations) {}

  /** How a run ended, and how often each of its steps was executed. */
  private record End(
      RunStatus status,
      @Nullable String result,
      @Nullable String error,
      Map<String, Long> counts,
      Set<String> transactional) {

    /** An error on the way to success is not part of the outcome. */
    boolean same(End other) {
      return status == other.status
          && String.valueOf(result).equals(String.valueOf(other.result))
          && (status == RunStatus.SUCCEEDED
              || String.valueOf(error).equals(String.valueOf(other.error)));
    }
  }

  /** One playing of a scenario: how its runs ended, and what it suffered. */
  private record Played(List<End> ends, int crashes, int faults, List<String> violations) {}

  public CrashPoints(Store target, FakeClock clock) {
    this(target, clock, UnaryOperator.identity());
  }

  /**
   * @param restart what becomes of the store when the process starts again, such as closing it and
   *     opening it anew
   */
  public CrashPoints(Store target, FakeClock clock, UnaryOperator<Store> restart) {
    this.target = target;
    this.clock = clock;
    this.restart = restart;
  }

  /** The store as it is now; another one after each restart that opened it anew. */
  public Store store() {
    return target;
  }

  /** Each of these faults at every counted call, one per playing. */
  public Report everywhere(Supplier<? extends Scenario> scenarios, Fault... faults) {
    var enumeration = new Enumeration(scenarios);
    for (var fault : faults) {
      enumeration.each(List.of(), fault);
    }
    return enumeration.report();
  }

  /** A crash at every counted call, and for each of them a second one at every call after it. */
  public Report twice(Supplier<? extends Scenario> scenarios, Fault first, Fault second) {
    var enumeration = new Enumeration(scenarios);
    for (long n = 1; ; n++) {
      var once = Faults.once(n, first);
      if (enumeration.each(List.of(once), second) == 0) {
        return enumeration.report();
      }
    }
  }

  /** One playing in which every call may suffer one of these faults, by the chance of the seed. */
  public Report byChance(
      Supplier<? extends Scenario> scenarios, long seed, double share, Fault... faults) {
    var enumeration = new Enumeration(scenarios);
    var chance = new SplittableRandom(seed);
    Faults plan = n -> chance.nextDouble() < share ? faults[chance.nextInt(faults.length)] : null;
    enumeration.play("seed " + seed, List.of(plan));
    return enumeration.report();
  }

  private final class Enumeration {
    private final Supplier<? extends Scenario> scenarios;
    private final Played clean;
    private final List<String> violations = new ArrayList<>();
    private int cases = 1;

    Enumeration(Supplier<? extends Scenario> scenarios) {
      this.scenarios = scenarios;
      this.clean = CrashPoints.this.play(scenarios.get(), List.of());
      clean.violations.forEach(what -> violations.add("without a fault: " + what));
    }

    /**
     * Tries the fault at the first call of the life after the given ones, then at the second, until
     * there is no such call any more. Returns how many there were.
     */
    int each(List<Faults> earlier, Fault fault) {
      for (int n = 1; ; n++) {
        List<Faults> plans = new ArrayList<>(earlier);
        plans.add(Faults.once(n, fault));
        var played = play("life %d, %s %d".formatted(plans.size(), fault, n), plans);
        if (played.faults < plans.size()) {
          return n - 1;
        }
      }
    }

    Played play(String name, List<Faults> plans) {
      cases++;
      var played = CrashPoints.this.play(scenarios.get(), plans);
      played.violations.forEach(what -> violations.add(name + ": " + what));
      for (int i = 0; i < clean.ends.size(); i++) {
        compare(name, clean.ends.get(i), played.ends.get(i), played);
      }
      return played;
    }

    private void compare(String name, End expected, End actual, Played played) {
      if (!expected.same(actual)) {
        violations.add("%s: ended as %s instead of %s".formatted(name, actual, expected));
      }
      // How far a run comes before it is cancelled is a matter of time.
      boolean cut = expected.status == RunStatus.CANCELLED;
      actual.counts.forEach(
          (step, count) -> {
            long usual = expected.counts.getOrDefault(step, cut ? 1L : 0L);
            // Only a crash interrupts a step; a transaction is also rolled back by other faults.
            boolean rolledBack = actual.transactional.contains(step);
            int interruptions = rolledBack ? played.faults : played.crashes;
            if (count > usual + interruptions) {
              violations.add(
                  "%s: %s was executed %d times with %d interruptions, %d times without"
                      .formatted(name, step, count, interruptions, usual));
            }
          });
      expected.counts.keySet().stream()
          .filter(step -> !cut && !actual.counts.containsKey(step))
          .forEach(step -> violations.add("%s: %s was never executed".formatted(name, step)));
    }

    Report report() {
      return new Report(cases, List.copyOf(violations));
    }
  }

  private Played play(Scenario scenario, List<Faults> plans) {
    var ledger = new Ledger();
    int faults = 0;
    for (int life = 1; ; life++) {
      var plan = life <= plans.size() ? plans.get(life - 1) : Faults.NONE;
      var view = new FaultyStore(target).with(plan);
      var ends = live(new Life(life, open(view), view, target, ledger), scenario);
      faults += (int) view.faulted();
      if (ends != null) {
        List<String> violations = new ArrayList<>(ledger.violations());
        ends.keySet().forEach(run -> violations.addAll(RunCheck.violations(target, run)));
        return new Played(counted(ends, ledger), life - 1, faults, violations);
      }
      clock.advance(LEASE.plusSeconds(1));
      target = restart.apply(target);
    }
  }

  /** How each run ended; null when the process died before. */
  private @Nullable Map<UUID, End> live(Life life, Scenario scenario) {
    List<UUID> runs = new ArrayList<>();
    boolean dead;
    try {
      scenario.register(life);
      life.holdfast().start();
      runs.addAll(scenario.drive(life));
      pump(life, runs);
      dead = life.view().dead();
    } catch (RuntimeException | Error e) {
      if (!life.view().dead()) {
        bury(life);
        throw e;
      }
      dead = true;
    }
    bury(life);
    if (dead) {
      return null;
    }
    Map<UUID, End> ends = new LinkedHashMap<>();
    runs.forEach(run -> ends.put(run, end(run)));
    return ends;
  }

  /** Ends the engine's threads; from here on none of them can reach the store. */
  private static void bury(Life life) {
    life.view().kill();
    try {
      life.holdfast().close();
    } catch (ProcessDied expected) {
      // It wanted to say goodbye to the store.
    }
  }

  /** Lets time pass until all runs have ended or the process is dead. */
  private void pump(Life life, List<UUID> runs) {
    long since = System.nanoTime();
    long polled = since;
    while (!life.view().dead() && !runs.stream().allMatch(this::terminal)) {
      var atMost = SILENCE_MAX.minus(silenceOf(life.holdfast().engine().node()));
      if (atMost.isPositive() && !clock.advanceToNextAlarm(least(PATIENCE, atMost))) {
        skipSleep(atMost);
      }
      LockSupport.parkNanos(50_000);
      if (System.nanoTime() - polled > QUIET_NANOS) {
        clock.advance(QUIET);
        life.view().hint();
        polled = System.nanoTime();
      }
      if (System.nanoTime() - since > DEADLINE_NANOS) {
        var logs = new StringBuilder();
        runs.forEach(run -> logs.append('\n').append(RunCheck.events(target, run)));
        throw new IllegalStateException("the runs do not end:" + logs);
      }
    }
  }

  /**
   * How long ago the node's last heartbeat was. They come from a thread of their own: to let time
   * pass while one is due would be to freeze the node until its runs are taken from it.
   */
  private Duration silenceOf(String node) {
    var now = clock.now();
    return target.nodes().stream()
        .filter(lease -> lease.live() && lease.node().equals(node))
        .map(lease -> LEASE.minus(Duration.between(now, lease.leaseUntil())))
        .findFirst()
        .orElse(LEASE);
  }

  /** When all sleep, goes to the time at which the first of them is due, by way of the alarms. */
  private void skipSleep(Duration atMost) {
    var now = clock.now();
    @Nullable Instant due = null;
    for (var header : target.find(new RunQuery(OPEN, null, null, null, null, OPEN_MAX))) {
      var wake = header.state().runAt();
      boolean awake = wake != null && !wake.isAfter(now);
      if (awake || header.state().status() == RunStatus.LEASED) {
        return;
      }
      due = wake != null && (due == null || wake.isBefore(due)) ? wake : due;
    }
    if (due != null) {
      var passes = least(Duration.between(now, due), atMost);
      if (!clock.advanceToNextAlarm(passes)) {
        clock.advance(passes);
      }
    }
  }

  private static Duration least(Duration a, Duration b) {
    return a.compareTo(b) < 0 ? a : b;
  }

  private boolean terminal(UUID run) {
    return target.header(run).map(h -> h.state().status().terminal()).orElse(false);
  }

  private End end(UUID run) {
    var state = target.header(run).orElseThrow().state();
    return new End(state.status(), state.result(), timeless(state.lastError()), Map.of(), Set.of());
  }

  /** Each case is played at another time, and an error may name one. */
  private static @Nullable String timeless(@Nullable String error) {
    return error == null ? null : TIME.matcher(error).replaceAll("(a time)");
  }

  private static List<End> counted(Map<UUID, End> ends, Ledger ledger) {
    List<End> counted = new ArrayList<>();
    ends.forEach(
        (run, end) -> {
          Map<String, Long> counts = new HashMap<>();
          Set<String> transactional = new HashSet<>();
          for (var execution : ledger.executions()) {
            if (execution.run().equals(run)) {
              counts.merge(execution.step(), 1L, Long::sum);
              if (execution.transactional()) {
                transactional.add(execution.step());
              }
            }
          }
          counted.add(new End(end.status, end.result, end.error, counts, transactional));
        });
    return counted;
  }

  private Holdfast open(FaultyStore view) {
    var world = new Engine.World(clock, this::id, random.split());
    return Holdfast.on(view, world, options());
  }

  private static EngineOptions options() {
    return new EngineOptions(
        "life",
        LEASE,
        1_000,
        Duration.ofSeconds(1),
        NEVER,
        10,
        Duration.ZERO,
        1_000,
        65_536,
        NEVER);
  }

  /**
   * Like UUIDv7: the time first, then chance. One at a time: branches start children side by side,
   * and this kind of chance gives two threads the same number.
   */
  private synchronized UUID id() {
    long time = clock.now().toEpochMilli() << 16;
    return new UUID(
        time | 0x7000L | (random.nextLong() & 0xfff), random.nextLong() >>> 2 | 1L << 63);
  }
}
