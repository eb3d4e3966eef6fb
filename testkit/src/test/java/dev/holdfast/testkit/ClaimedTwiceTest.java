package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.engine.Engine;
import dev.holdfast.engine.EngineOptions;
import dev.holdfast.engine.NewRun;
import dev.holdfast.engine.StepCall;
import dev.holdfast.engine.StepPolicy;
import dev.holdfast.log.Json;
import dev.holdfast.store.RunQuery;
import dev.holdfast.store.RunStatus;
import dev.holdfast.store.Store;
import dev.holdfast.store.StoreException;
import dev.holdfast.store.memory.MemoryStore;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * A node that loses its lease goes on under a new identity and may well claim its own runs again,
 * while the threads that load what it claimed before are still on their way.
 */
class ClaimedTwiceTest {

  private static final Duration LEASE = Duration.ofSeconds(30);

  private final FakeClock storeClock = new FakeClock();
  private final FakeClock nodeClock = new FakeClock();
  private final MemoryStore store = new MemoryStore(storeClock);
  private final CountDownLatch loading = new CountDownLatch(1);
  private final CountDownLatch goOn = new CountDownLatch(1);
  private final AtomicInteger executions = new AtomicInteger();

  @Test
  void a_run_is_advanced_once_though_its_node_claimed_it_under_two_identities() throws Exception {
    UUID run;
    try (var client = engine(store)) {
      run = client.submit(NewRun.of("w", null, "key"));
    }
    try (var engine = engine(firstLoadHeldUp())) {
      engine.register("w", live -> live.step(new StepCall("a", "step", StepPolicy.ONCE, work())));
      engine.start();
      losesItsLeaseWhileItLoads(engine, run);
      goOn.countDown();

      Await.until("the end", () -> store.header(run).orElseThrow().state().status().terminal());
      Await.until("nobody advances it", () -> engine.liveRuns() == 0);
      assertThat(executions).hasValue(1);
      assertThat(RunCheck.violations(store, run)).isEmpty();
    }
  }

  private void losesItsLeaseWhileItLoads(Engine engine, UUID run) throws InterruptedException {
    loading.await();
    var before = engine.node();
    storeClock.advance(LEASE.plusSeconds(1));
    nodeClock.advance(LEASE);
    Await.until("a new identity has the run", () -> leasedToAnother(run, before));
  }

  private boolean leasedToAnother(UUID run, String node) {
    var owner = store.header(run).orElseThrow().state().leasedBy();
    return owner != null && !owner.equals(node);
  }

  private StepCall.Work work() {
    return attempt -> {
      executions.incrementAndGet();
      // Nobody is done before everybody who could begin has had the chance to.
      Await.until("both have loaded", () -> goOn.getCount() == 0);
      return Json.NULL;
    };
  }

  /** The store, but the first thread that reads a log is slow. */
  private Store firstLoadHeldUp() {
    var first = new AtomicBoolean(true);
    return StoreView.of(
        (call, arguments) -> {
          if (call.getName().equals("read") && first.getAndSet(false)) {
            loading.countDown();
            goOn.await();
          }
          return call.invoke(store, arguments);
        });
  }

  @Test
  void a_run_that_left_memory_while_an_unclear_claim_was_cleared_up_is_loaded_once()
      throws Exception {
    var claims = new AtomicInteger();
    var loads = new AtomicInteger();
    var submitted = new CountDownLatch(1);
    var listed = new CountDownLatch(1);
    var parked = new CountDownLatch(1);
    var view =
        StoreView.of(
            (call, arguments) -> {
              switch (call.getName()) {
                case "claim" -> {
                  if (claims.incrementAndGet() == 1) {
                    throw new StoreException.Unknown("no answer", new IOException("planted"));
                  }
                }
                case "find" -> submitted.await();
                case "read" -> loads.addAndGet(arguments[1].equals(0L) ? 1 : 0);
                default -> {}
              }
              var answer = call.invoke(store, arguments);
              if (call.getName().equals("find")) {
                // What the list says is over before anybody looks at it.
                listed.countDown();
                parked.await();
              }
              return answer;
            });
    try (var engine = engine(view)) {
      engine.register(
          "w",
          live -> {
            live.step(new StepCall("a", "step", StepPolicy.ONCE, awaiting(listed)));
            live.sleep("b", Duration.ofSeconds(5));
            return Json.NULL;
          });
      engine.start();
      var run = engine.submit(NewRun.of("w", null, "key"));
      submitted.countDown();
      Await.until("the claim is tried again", () -> passes(Duration.ofMillis(50), listed));
      Await.until("it has left memory", () -> waits(run) && engine.liveRuns() == 0);
      pass(Duration.ofSeconds(6));
      parked.countDown();

      Await.until("the end", () -> store.header(run).orElseThrow().state().status().terminal());
      Await.until("nobody advances it", () -> engine.liveRuns() == 0);
      assertThat(loads).hasValue(1);
    }
  }

  @Test
  void a_run_whose_unclear_claim_found_its_place_taken_is_taken_up_once_that_is_free()
      throws Exception {
    UUID run;
    try (var client = engine(store)) {
      run = client.submit(NewRun.of("w", null, "key"));
    }
    var held = firstLoadHeldUp();
    var unclear = new AtomicBoolean(true);
    var cleared = new CountDownLatch(1);
    var view =
        StoreView.of(
            (call, arguments) -> {
              var answer = call.invoke(held, arguments);
              boolean leased = leasedToAnother(run, "");
              if (call.getName().equals("find") && leased) {
                cleared.countDown();
              }
              if (call.getName().equals("claim") && loading.getCount() == 0 && leased) {
                if (unclear.getAndSet(false)) {
                  throw new StoreException.Unknown("no answer", new IOException("planted"));
                }
              }
              return answer;
            });
    try (var engine = engine(view)) {
      engine.register("w", live -> live.step(new StepCall("a", "step", StepPolicy.ONCE, work())));
      engine.start();
      losesItsLeaseWhileItLoads(engine, run);
      Await.until("the claim is cleared up", () -> passes(Duration.ofMillis(50), cleared));
      goOn.countDown();

      Await.until("the end", () -> store.header(run).orElseThrow().state().status().terminal());
      assertThat(executions).hasValue(1);
      assertThat(RunCheck.violations(store, run)).isEmpty();
    }
  }

  @Test
  void a_store_that_fails_while_an_unclear_claim_is_cleared_up_makes_no_more_room()
      throws Exception {
    try (var client = engine(store)) {
      for (int i = 0; i < 4; i++) {
        client.submit(NewRun.of("w", null, "key " + i));
      }
    }
    var claims = new AtomicInteger();
    var looks = new AtomicInteger();
    var view =
        StoreView.of(
            (call, arguments) -> {
              if (call.getName().equals("header") && looks.incrementAndGet() == 2) {
                throw new StoreException.Unavailable("away", new IOException("planted"));
              }
              var answer = call.invoke(store, arguments);
              if (call.getName().equals("claim") && claims.incrementAndGet() == 1) {
                throw new StoreException.Unknown("no answer", new IOException("planted"));
              }
              return answer;
            });
    try (var engine = engine(view, 2)) {
      engine.register("w", live -> live.step(new StepCall("a", "step", StepPolicy.ONCE, work())));
      engine.start();
      Await.until("it claims again", () -> passes(Duration.ofMillis(50)) && claims.get() > 1);
      Await.until("both places are taken", () -> engine.liveRuns() >= 2);

      assertThat(looks.get()).isGreaterThan(2);
      assertThat(store.find(RunQuery.all(10).statuses(Set.of(RunStatus.LEASED)))).hasSize(2);
      goOn.countDown();
      Await.until("all ends", () -> passes(LEASE.dividedBy(10)) && executions.get() == 4);
    }
  }

  private boolean passes(Duration time) {
    pass(time);
    return true;
  }

  private static StepCall.Work awaiting(CountDownLatch latch) {
    return attempt -> {
      latch.await();
      return Json.NULL;
    };
  }

  private boolean waits(UUID run) {
    return store.header(run).orElseThrow().state().leasedBy() == null;
  }

  private boolean passes(Duration time, CountDownLatch latch) {
    pass(time);
    return latch.getCount() == 0;
  }

  private void pass(Duration time) {
    storeClock.advance(time);
    nodeClock.advance(time);
  }

  private Engine engine(Store view) {
    return engine(view, 100);
  }

  private Engine engine(Store view, int runsMax) {
    var options =
        new EngineOptions(
            "node",
            LEASE,
            runsMax,
            Duration.ofSeconds(1),
            Duration.ofDays(1),
            10,
            Duration.ZERO,
            100,
            65_536,
            null);
    var random = new SplittableRandom(1);
    return new Engine(view, new Engine.World(nodeClock, UUID::randomUUID, random), options);
  }
}
