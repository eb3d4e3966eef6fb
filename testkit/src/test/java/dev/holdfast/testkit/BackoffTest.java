package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.engine.Engine;
import dev.holdfast.engine.EngineOptions;
import dev.holdfast.engine.NewRun;
import dev.holdfast.engine.StepCall;
import dev.holdfast.engine.StepPolicy;
import dev.holdfast.log.Json;
import dev.holdfast.log.StepState;
import dev.holdfast.store.RunStatus;
import dev.holdfast.store.memory.MemoryStore;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The wait between two attempts is a fact in the log, not a timer in a process. */
class BackoffTest {

  private static final StepPolicy HOURLY =
      new StepPolicy(3, Duration.ofHours(1), 2, Duration.ofHours(9), 0, null, null, error -> true);

  private final FakeClock clock = new FakeClock();
  private final MemoryStore store = new MemoryStore(clock);
  private final AtomicInteger tries = new AtomicInteger();

  /** One for both nodes: each draws its identity from it. */
  private final SplittableRandom random = new SplittableRandom(1);

  @Test
  void a_backoff_goes_on_over_a_restart_and_is_neither_forgotten_nor_begun_anew() {
    UUID run;
    try (var first = engine()) {
      run = first.submit(NewRun.of("w", null, null));
      Await.until("it waits for its second attempt", () -> parked(run));
      assertThat(tries).hasValue(1);
    }
    clock.advance(Duration.ofMinutes(59));

    try (var second = engine()) {
      Await.until("the node has looked", () -> looked(second));
      assertThat(tries).hasValue(1);
      assertThat(parked(run)).isTrue();

      clock.advance(Duration.ofMinutes(1));

      Await.until("it has ended", () -> status(run) == RunStatus.SUCCEEDED);
      assertThat(tries).hasValue(2);
      assertThat(second.state(run).steps().values())
          .extracting(StepState::attempt)
          .containsExactly(2);
    }
  }

  private boolean parked(UUID run) {
    return status(run) == RunStatus.PENDING
        && store.header(run).orElseThrow().state().waitingFor() != null;
  }

  private RunStatus status(UUID run) {
    return store.header(run).orElseThrow().state().status();
  }

  private static boolean looked(Engine engine) {
    try {
      return engine.awaitRecovery(Duration.ofSeconds(1));
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private Engine engine() {
    var world = new Engine.World(clock, UUID::randomUUID, random);
    var options =
        new EngineOptions(
            "test",
            Duration.ofDays(1),
            100,
            Duration.ZERO,
            Duration.ofMillis(100),
            10,
            Duration.ofSeconds(5),
            100,
            65_536,
            null);
    var engine = new Engine(store, world, options);
    StepCall.Work charge =
        attempt -> {
          if (tries.incrementAndGet() == 1) {
            throw new IllegalStateException("declined");
          }
          return Json.NULL;
        };
    engine.register("w", run -> run.step(new StepCall("charge", "step", HOURLY, charge)));
    engine.start();
    return engine;
  }
}
