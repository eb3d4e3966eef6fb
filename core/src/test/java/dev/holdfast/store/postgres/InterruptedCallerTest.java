package dev.holdfast.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.log.Journal;
import dev.holdfast.store.Outcome;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An interrupt is for the workflow's code; it must not reach the connection of a commit. */
class InterruptedCallerTest {

  private static final int APPENDS = 300;
  private static final int INTERRUPTS_MAX = 10_000;

  private final PostgresStore store =
      PostgresStore.open(SharedPostgres.createDatabase(), Options.defaults());

  @AfterEach
  void close() {
    store.close();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void interrupts_in_mid_commit_cut_no_connection_and_reach_the_caller(boolean virtual)
      throws Exception {
    var committed = new AtomicInteger();
    var told = new AtomicInteger();
    var failure = new AtomicReference<@Nullable Throwable>();
    try (var journal = new Journal(store, 1_000, append -> {})) {
      // A pool that still waits for its first connection may well be interrupted in that.
      journal.append(Runs.due(Runs.id()));
      Runnable appends =
          () -> {
            for (int i = 0; i < APPENDS; i++) {
              if (journal.append(Runs.due(Runs.id())) == Outcome.COMMITTED) {
                committed.incrementAndGet();
              }
              if (Thread.interrupted()) {
                told.incrementAndGet();
              }
            }
          };
      var caller =
          (virtual ? Thread.ofVirtual() : Thread.ofPlatform())
              .uncaughtExceptionHandler((thread, e) -> failure.set(e))
              .start(appends);
      for (int i = 0; i < INTERRUPTS_MAX && caller.isAlive(); i++) {
        caller.interrupt();
        LockSupport.parkNanos(50_000);
      }

      assertThat(caller.join(Duration.ofSeconds(60))).isTrue();
      assertThat(failure.get()).isNull();
      assertThat(committed).hasValue(APPENDS);
      assertThat(told).hasPositiveValue();
      assertThat(journal.stats().faults()).isZero();
    }
  }
}
