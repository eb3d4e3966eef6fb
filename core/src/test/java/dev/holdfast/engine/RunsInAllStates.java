package dev.holdfast.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Holdfast;
import dev.holdfast.Retry;
import dev.holdfast.Run;
import dev.holdfast.Signal;
import dev.holdfast.Workflow;
import dev.holdfast.log.Event;
import dev.holdfast.log.EventCodec;
import dev.holdfast.log.Json;
import dev.holdfast.store.Claim;
import dev.holdfast.store.HeaderState;
import dev.holdfast.store.RunStatus;
import dev.holdfast.store.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * A store full of runs that were left in every state there is, by a real engine.
 *
 * @param done finished runs, alike
 * @param parked it sleeps
 * @param waiting it was never begun
 */
record RunsInAllStates(List<UUID> done, UUID large, UUID parked, UUID waiting, UUID stranded) {

  private static final Duration LONG = Duration.ofDays(1);

  /** Small enough that an ordinary sentence is stored beside the log. */
  private static final int INLINE_CHARS_MAX = 200;

  /** Opens the store for each part of its life, as processes do one after another. */
  static RunsInAllStates fill(Supplier<Store> opening, int done) throws Exception {
    RunsInAllStates runs;
    try (var holdfast = Holdfast.on(opening.get(), options())) {
      runs = new Filling(holdfast).fill(done);
    }
    try (var store = opening.get()) {
      claimAndDie(store, "dead-1", runs.stranded);
      claimAndDie(store, "dead-2", runs.stranded);
      assertThat(store.header(runs.stranded).orElseThrow().state().attempt()).isEqualTo(2);
    }
    return runs;
  }

  static EngineOptions options() {
    var usual = EngineOptions.defaults();
    return new EngineOptions(
        "test",
        usual.lease(),
        usual.runsMax(),
        Duration.ofMillis(20),
        usual.showAfter(),
        usual.claimsMax(),
        Duration.ofSeconds(5),
        usual.waitingAppendsMax(),
        INLINE_CHARS_MAX,
        null);
  }

  private static void claimAndDie(Store store, String node, UUID run) {
    store.heartbeat(node, LONG);
    var claimed = List.<Event>of(new Event.RunClaimed(store.now(), node));
    var events = new EventCodec(INLINE_CHARS_MAX).encode(claimed).events();
    var claim = new Claim(node, Set.of("wait.v1"), run, 1, claimed.getFirst().at(), events);
    assertThat(store.claim(claim).runs()).hasSize(1);
    store.leave(node);
  }

  private static final class Filling {

    private final Holdfast holdfast;
    private final Workflow<String, String> echo;
    private final Workflow<String, String> fail;
    private final Workflow<String, String> wait;
    private final Workflow<String, String> retry;

    Filling(Holdfast holdfast) {
      this.holdfast = holdfast;
      echo =
          workflow(
              "echo.v1", (wf, text) -> wf.step("say", () -> text) + wf.step("again", () -> ""));
      fail =
          workflow(
              "fail.v1",
              (wf, text) -> wf.step("burst", () -> refuse(text + "\0 and a second\nline")));
      wait =
          workflow(
              "wait.v1",
              (wf, text) -> {
                wf.sleep("night", LONG);
                return text;
              });
      retry =
          workflow(
              "retry.v1",
              (wf, text) ->
                  wf.step("try", () -> refuse(text), s -> s.retry(Retry.attempts(3).delay(LONG))));
    }

    RunsInAllStates fill(int count) throws Exception {
      var later = wait.start("pending with a delay", o -> o.delay(LONG).key("later"));
      wait.start("cancelled before it began", o -> o.delay(LONG)).cancel("not needed");
      var stranded = wait.start("leased by dead nodes", o -> o.delay(LONG).priority(7));
      holdfast.start();
      List<UUID> done = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        done.add(ended(echo.start("finished " + i)));
      }
      var large = ended(echo.start("x".repeat(10 * INLINE_CHARS_MAX)));
      ended(fail.start("failed"));
      holdfast.engine().signal(later.id(), "hello", new Json("1"), "id-1");
      var parked = wait.start("parked");
      settled(parked, state -> state.waitingFor() != null);
      settled(retry.start("retrying"), state -> state.waitingFor() != null);
      var cancelled = wait.start("cancelled while it slept");
      settled(cancelled, state -> state.waitingFor() != null);
      cancelled.cancel("changed my mind");
      settled(cancelled, state -> state.status() == RunStatus.CANCELLED);
      cancelWhileRunning();
      waitForOthers();
      return new RunsInAllStates(done, large, parked.id(), later.id(), stranded.id());
    }

    private void cancelWhileRunning() throws Exception {
      var running = new CountDownLatch(1);
      var busy =
          workflow(
              "busy.v1",
              (wf, text) ->
                  wf.step(
                      "work",
                      () -> {
                        running.countDown();
                        new CountDownLatch(1).await();
                        return text;
                      }));
      var run = busy.start("cancelled in a step");
      assertThat(running.await(10, TimeUnit.SECONDS)).isTrue();
      run.cancel("too slow");
      ended(run);
    }

    private static String refuse(String why) {
      throw new IllegalStateException(why);
    }

    private void waitForOthers() {
      var signal = Signal.of("go", String.class);
      var listen = workflow("listen.v1", (wf, text) -> wf.await(signal));
      var call = workflow("call.v1", (wf, text) -> wf.call(wait, text));
      settled(listen.start("waits for a signal"), state -> state.waitingFor() != null);
      settled(call.start("waits for a child"), state -> state.waitingFor() != null);
    }

    private Workflow<String, String> workflow(
        String name, dev.holdfast.WorkflowBody<String, String> body) {
      return holdfast.workflow(name, String.class, String.class, body);
    }

    private UUID ended(Run<String> run) throws InterruptedException {
      assertThat(holdfast.engine().await(run.id(), Duration.ofSeconds(20))).isPresent();
      return run.id();
    }

    private void settled(Run<String> run, Predicate<HeaderState> as) {
      for (int i = 0; i < 4_000 && !as.test(state(run)); i++) {
        java.util.concurrent.locks.LockSupport.parkNanos(5_000_000);
      }
      assertThat(state(run)).matches(as);
    }

    private HeaderState state(Run<String> run) {
      return holdfast.engine().header(run.id()).orElseThrow().state();
    }
  }
}
