package dev.holdfast.testkit.kill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.testkit.Await;
import dev.holdfast.testkit.JdbcEffects;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A process that starts and advances 200 runs is killed at a random moment and started again, over
 * and over; in the end everything it ever acknowledged is finished, and no completed step was ever
 * executed again. The long version: {@code mvn verify -Dgroups=long -DexcludedGroups=}.
 */
abstract class KillContract {

  private static final Logger LOG = LoggerFactory.getLogger("dev.holdfast.cases");
  private static final int RUNS = 200;
  private static final int STEP_MS = 60;
  private static final Duration FINISH = Duration.ofMinutes(3);

  @TempDir Path folder;

  /** What a worker opens, with the table of effects in it. */
  abstract String place();

  abstract String jdbcUrl();

  abstract Duration lease();

  /** The longest time between a worker's start and its death. */
  abstract Duration lifeMax();

  @Test
  void nothing_is_lost_and_nothing_done_twice_in_30_kills() throws Exception {
    killAndCheck(30);
  }

  @Test
  @Tag("long")
  void nothing_is_lost_and_nothing_done_twice_in_1000_kills() throws Exception {
    killAndCheck(1_000);
  }

  private void killAndCheck(int rounds) throws Exception {
    long seed = System.nanoTime();
    var random = new SplittableRandom(seed);
    var place = place();
    for (int life = 1; life <= rounds; life++) {
      try (var child = start(place, life, RUNS)) {
        int number = life;
        Await.until("life " + life, Duration.ofSeconds(60), () -> ready(child, number));
        LockSupport.parkNanos(random.nextLong(lifeMax().toNanos()));
        assertThat(child.isAlive()).as("killed, not ended by itself").isTrue();
        child.kill();
      }
    }
    try (var last = start(place, rounds + 1, 0)) {
      assertThat(last.join(FINISH)).as(last::output).isZero();
    }
    check(place, rounds + 1, seed);
  }

  private void check(String place, int lives, long seed) throws IOException {
    var ledger = LedgerFile.readAll(folder, lives);
    try (var store = Worker.open(place)) {
      var accounts = new Accounts(store, ledger, JdbcEffects.read(jdbcUrl()));

      assertThat(accounts.settle()).as("seed %d", seed).isEmpty();
      assertThat(accounts.interrupted()).as("steps that a kill interrupted").isPositive();
      LOG.info(
          "{}: {} kills, {} acknowledged runs, {} steps interrupted and made again",
          getClass().getSimpleName(),
          lives - 1,
          ledger.stream().filter(line -> line.kind().equals("ack")).count(),
          accounts.interrupted());
    }
  }

  private Child start(String place, int life, int runs) {
    List<String> args = new ArrayList<>();
    args.addAll(List.of(place, folder.toString(), "" + life, "" + runs));
    args.addAll(List.of("" + lease().toMillis(), "" + STEP_MS));
    var output = folder.resolve("out-" + life);
    return Child.start(Worker.class, output, List.of(), args.toArray(String[]::new));
  }

  private boolean ready(Child child, int life) {
    try {
      assertThat(child.isAlive()).as(child::output).isTrue();
      return !LedgerFile.read(folder, life).isEmpty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
