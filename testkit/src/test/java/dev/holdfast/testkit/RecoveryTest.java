package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.engine.Engine;
import dev.holdfast.engine.EngineOptions;
import dev.holdfast.engine.NewRun;
import dev.holdfast.log.Json;
import dev.holdfast.store.RunQuery;
import dev.holdfast.store.RunStatus;
import dev.holdfast.store.Store;
import dev.holdfast.store.memory.MemoryStore;
import java.time.Duration;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** When a node has taken up what another one left behind. */
class RecoveryTest {

  /** More than are claimed at once. */
  private static final int RUNS = 600;

  private final FakeClock clock = new FakeClock();
  private final MemoryStore store = new MemoryStore(clock);
  private final CountDownLatch goOn = new CountDownLatch(1);

  @Test
  void recovery_is_over_when_everything_has_been_claimed_and_not_before() throws Exception {
    try (var client = engine(store)) {
      for (int i = 0; i < RUNS; i++) {
        client.submit(NewRun.of("w", null, "key " + i));
      }
    }
    var claims = new AtomicInteger();
    try (var engine = engine(secondClaimHeldUp(claims))) {
      engine.register(
          "w",
          run -> {
            run.sleep("long", Duration.ofDays(1));
            return Json.NULL;
          });
      engine.start();
      Await.until("it claims a second time", () -> claims.get() == 2);

      assertThat(engine.awaitRecovery(Duration.ofMillis(20))).isFalse();
      assertThat(waiting()).isPositive();
      goOn.countDown();

      assertThat(engine.awaitRecovery(Duration.ofSeconds(30))).isTrue();
      assertThat(waiting()).isZero();
    }
  }

  private int waiting() {
    var never = RunQuery.all(RUNS).statuses(Set.of(RunStatus.PENDING));
    return (int) store.find(never).stream().filter(h -> h.state().startedAt() == null).count();
  }

  private Store secondClaimHeldUp(AtomicInteger claims) {
    return StoreView.of(
        (call, arguments) -> {
          if (call.getName().equals("claim") && claims.incrementAndGet() == 2) {
            goOn.await();
          }
          return call.invoke(store, arguments);
        });
  }

  private Engine engine(Store view) {
    var random = new SplittableRandom(1);
    var world = new Engine.World(clock, UUID::randomUUID, random);
    return new Engine(view, world, EngineOptions.defaults());
  }
}
