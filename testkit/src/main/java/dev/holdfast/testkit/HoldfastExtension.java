package dev.holdfast.testkit;

import dev.holdfast.Holdfast;
import dev.holdfast.engine.Engine;
import dev.holdfast.engine.EngineOptions;
import dev.holdfast.log.HeaderFold;
import dev.holdfast.store.Header;
import dev.holdfast.store.RunQuery;
import dev.holdfast.store.Store;
import dev.holdfast.store.memory.MemoryStore;
import dev.holdfast.store.sqlite.SqliteStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Objects;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Gives each test a Holdfast of its own: the real engine, on a store in memory or in a temporary
 * SQLite file, with a clock that the test moves.
 *
 * <pre>{@code
 * @RegisterExtension final HoldfastExtension test = HoldfastExtension.inMemory();
 *
 * @Test
 * void a_reminder_is_sent_after_a_week() {
 *   var reminders = Reminders.register(test.holdfast(), mailer);
 *   var run = reminders.start("ada");
 *   test.passes(Duration.ofDays(7));
 *   assertThat(run.join()).isEqualTo("sent");
 * }
 * }</pre>
 */
public final class HoldfastExtension implements BeforeEachCallback, AfterEachCallback {

  private static final Duration LEASE = Duration.ofDays(365);
  private static final long PATIENCE_NANOS = Duration.ofSeconds(10).toNanos();

  private static final int RUNS_MAX = 10_000;

  private final boolean inFile;
  private FakeClock clock = new FakeClock();
  private @Nullable Path folder;
  private @Nullable Holdfast holdfast;

  private HoldfastExtension(boolean inFile) {
    this.inFile = inFile;
  }

  /** On a store in memory: quick, but without transactional steps. */
  public static HoldfastExtension inMemory() {
    return new HoldfastExtension(false);
  }

  /** On a SQLite file that is gone after the test. */
  public static HoldfastExtension onSqlite() {
    return new HoldfastExtension(true);
  }

  /** Started already; workflows may be registered at any time. */
  public Holdfast holdfast() {
    return Objects.requireNonNull(holdfast, "there is a Holdfast only while a test runs");
  }

  public FakeClock clock() {
    return clock;
  }

  /**
   * Lets so much time pass, stopping wherever something is due on the way: what a workflow does at
   * noon is done before the evening comes.
   */
  public void passes(Duration time) {
    var end = clock.now().plus(time);
    settle();
    while (clock.now().isBefore(end)) {
      var now = clock.now();
      // What is written counts, not only what rings: a run may be due before its alarm is set.
      var next = due().filter(at -> at.isAfter(now)).min(Comparator.naturalOrder()).orElse(end);
      var step = Duration.between(now, next.isBefore(end) ? next : end);
      if (!clock.advanceToNextAlarm(step)) {
        clock.advance(step);
      }
      settle();
    }
  }

  /** Waits until no run is being advanced: each has ended, or left memory until something comes. */
  public void settle() {
    awaitThat(() -> holdfast().engine().liveRuns() == 0 && !isDue());
  }

  @Override
  public void beforeEach(ExtensionContext context) throws IOException {
    clock = new FakeClock();
    folder = inFile ? Files.createTempDirectory("holdfast-test") : null;
    // Not a SplittableRandom: branches start children side by side, and must not get the same ids.
    var random = new Random(context.getUniqueId().hashCode());
    var world =
        new Engine.World(
            clock,
            () -> new UUID(random.nextLong(), random.nextLong()),
            new Random(random.nextLong()));
    holdfast = Holdfast.on(store(), world, options());
    holdfast.start();
  }

  @Override
  public void afterEach(ExtensionContext context) throws IOException {
    if (holdfast != null) {
      holdfast.close();
      holdfast = null;
    }
    if (folder != null) {
      try (var files = Files.walk(folder)) {
        files.sorted(Comparator.reverseOrder()).forEach(HoldfastExtension::delete);
      }
    }
  }

  private Store store() {
    return folder == null
        ? new MemoryStore(clock)
        : SqliteStore.open(folder.resolve("test.db"), clock);
  }

  /** Runs leave memory whenever they wait, so that a quiet node is one that waits for time. */
  private static EngineOptions options() {
    return new EngineOptions(
        "test",
        LEASE,
        10_000,
        Duration.ZERO,
        LEASE,
        10,
        Duration.ofSeconds(1),
        1_000,
        65_536,
        null);
  }

  private boolean isDue() {
    var now = clock.now();
    return due().anyMatch(at -> !at.isAfter(now));
  }

  /** When runs that wait are to be woken. */
  private Stream<Instant> due() {
    return holdfast().engine().store().find(RunQuery.all(RUNS_MAX)).stream()
        .map(Header::state)
        .filter(state -> !state.status().terminal() && !HeaderFold.isPaused(state))
        .flatMap(state -> Stream.ofNullable(state.runAt()));
  }

  private static void awaitThat(BooleanSupplier condition) {
    long since = System.nanoTime();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - since > PATIENCE_NANOS) {
        throw new AssertionError("the runs of this test do not come to rest");
      }
      LockSupport.parkNanos(100_000);
    }
  }

  private static void delete(Path file) {
    try {
      Files.delete(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
