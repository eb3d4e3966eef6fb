package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.engine.Engine;
import dev.holdfast.engine.EngineOptions;
import dev.holdfast.engine.LiveRun;
import dev.holdfast.engine.NewRun;
import dev.holdfast.engine.Program;
import dev.holdfast.engine.StepCall;
import dev.holdfast.engine.StepPolicy;
import dev.holdfast.log.Event;
import dev.holdfast.log.Json;
import dev.holdfast.store.Store;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/**
 * Two nodes on one store. One stands still in the middle of a step until its lease is over and the
 * other has taken its run; then it goes on as if nothing had happened. Whatever the other has done
 * by then, nothing of what the first writes now is accepted.
 */
abstract class ZombieContract {

  private static final Duration LEASE = Duration.ofHours(1);
  private static final List<String> STEPS = List.of("a", "b", "c", "d");

  /** A store whose time is this clock's. */
  abstract Store open(FakeClock clock) throws Exception;

  @Test
  void a_node_that_lost_its_lease_writes_nothing_whenever_it_wakes_up() throws Exception {
    for (var frozenAt : STEPS) {
      // Without any commit the other has only claimed the run; after its last one the run has
      // ended.
      for (int commits = 0; commits <= STEPS.size() + 1; commits++) {
        round(frozenAt, commits);
      }
    }
  }

  private void round(String frozenAt, int commits) throws Exception {
    var clock = new FakeClock();
    var thaw = new CountDownLatch(1);
    var frozen = new CountDownLatch(1);
    try (var store = open(clock)) {
      // Its own clock stands still, and so do its heartbeats. It has room for one run, because a
      // node that does not know that it is dead could claim its own again.
      var zombie = engine("zombie", store, new FakeClock(), 1);
      zombie.register("w", program(frozenAt, frozen, thaw));
      zombie.start();
      var run = zombie.submit(NewRun.of("w", null, "key"));
      frozen.await();
      clock.advance(LEASE.plusSeconds(1));
      var gate = new CountDownLatch(1);
      var heir = engine("heir", held(store, commits, gate), clock, 100);
      heir.register("w", program("", frozen, thaw));
      heir.start();
      Await.until("the heir's work", () -> reached(store, run, commits));

      thaw.countDown();
      Await.until("the zombie has given up", () -> zombie.liveRuns() == 0);
      gate.countDown();

      Await.until("the end", () -> store.header(run).orElseThrow().state().status().terminal());
      check(store, run, frozenAt);
      zombie.close();
      heir.close();
    }
  }

  private static void check(Store store, UUID run, String frozenAt) {
    var owner = "";
    for (var event : RunCheck.events(store, run)) {
      if (event instanceof Event.RunClaimed claim) {
        owner = claim.node();
      }
      if (event instanceof Event.StepCompleted done) {
        assertThat(done.output().text()).as("%s, frozen at %s", done, frozenAt).contains(owner);
      }
    }
    assertThat(owner).startsWith("heir");
    assertThat(RunCheck.violations(store, run)).isEmpty();
  }

  /** Holds everything up that the heir wants to write after so many commits. */
  private static Store held(Store store, int commits, CountDownLatch gate) {
    return new FaultyStore(store, Set.of(FaultyStore.Call.COMMIT))
        .with(
            n -> {
              if (n > commits) {
                wait(gate);
              }
              return null;
            });
  }

  private static void wait(CountDownLatch gate) {
    try {
      gate.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static boolean reached(Store store, UUID run, int commits) {
    var events = RunCheck.events(store, run);
    long claims = events.stream().filter(Event.RunClaimed.class::isInstance).count();
    long own =
        events.stream()
            .filter(e -> e instanceof Event.StepCompleted d && d.output().text().contains("heir"))
            .count();
    boolean ended = events.getLast() instanceof Event.RunCompleted;
    return claims == 2 && (ended || own == commits);
  }

  private static Program program(String frozenAt, CountDownLatch frozen, CountDownLatch thaw) {
    return run -> {
      for (var step : STEPS) {
        run.step(
            call(
                step,
                run,
                () -> {
                  if (step.equals(frozenAt)) {
                    frozen.countDown();
                    thaw.await();
                  }
                }));
      }
      return Json.NULL;
    };
  }

  private interface Work {
    void run() throws Exception;
  }

  /** Its output is the node that had the run when it came into memory. */
  private static StepCall call(String step, LiveRun run, Work work) {
    StepCall.Work body =
        attempt -> {
          work.run();
          return new Json("\"" + run.replayed().header().state().leasedBy() + "\"");
        };
    return new StepCall(step, "step", StepPolicy.ONCE, body);
  }

  private static Engine engine(String name, Store store, FakeClock clock, int runsMax) {
    var options = EngineOptions.defaults();
    var chosen =
        new EngineOptions(
            name,
            LEASE,
            runsMax,
            options.parkAfter(),
            LEASE,
            10,
            Duration.ZERO,
            1_000,
            65_536,
            null);
    var world = new Engine.World(clock, UUID::randomUUID, new SplittableRandom(name.hashCode()));
    return new Engine(store, world, chosen);
  }
}
