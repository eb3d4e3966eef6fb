package dev.holdfast.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.log.Event;
import dev.holdfast.log.Failure;
import dev.holdfast.log.Json;
import dev.holdfast.log.RunState;
import dev.holdfast.store.RunPhase;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The sentences: what a run does, what it waits for, what fails. */
class RunSummaryTest {

  private static final Instant T0 = Instant.parse("2026-01-02T03:04:05Z");
  private static final UUID RUN = new UUID(1, 2);
  private static final Failure BAD = new Failure("shop.GatewayException", "502 Bad Gateway", null);

  private final List<Event> log = new ArrayList<>();
  private Plan plan = Plan.NONE;

  @Test
  void aNewRunWaitsForANode() {
    created(null);

    assertSays(RunPhase.PENDING, "Waits for a node, with priority 7.");
  }

  @Test
  void aRunForLaterSaysWhen() {
    created(T0.plusSeconds(60));

    assertSays(RunPhase.PENDING, "Begins at 2026-01-02 03:05:05 UTC.");
  }

  @Test
  void aRunSaysWhichStepsItExecutes() {
    begun();
    assertSays(RunPhase.RUNNING, "Is between two steps.");

    started("charge", 1);
    assertSays(RunPhase.RUNNING, "charge is running.");

    started("ship", 1);
    assertSays(RunPhase.RUNNING, "charge and ship are running.");

    started("mail", 1);
    started("bill", 1);
    assertSays(RunPhase.RUNNING, "charge, ship, mail and 1 more are running.");
  }

  @Test
  void anInterruptedStepSaysItsAttempt() {
    begun();
    started("charge", 1);
    log.add(new Event.RunClaimed(T0.plusSeconds(9), "n2"));
    started("charge", 2);

    assertThat(summary().sentence()).endsWith("attempt 2.");
  }

  @Test
  void aRetrySaysWhatFailedAndWhenItIsTriedAgain() {
    begun();
    started("charge", 1);
    failed("charge", 1, T0.plusSeconds(30));
    started("print", 1);

    assertSays(
        RunPhase.RETRYING,
        "charge failed once with \"GatewayException: 502 Bad Gateway\" and is tried again at"
            + " 2026-01-02 03:04:35 UTC. print goes on.");
  }

  @Test
  void aLoopWhoseItemsFailIsOneSentence() {
    begun();
    plan = new Plan(List.of(new Plan.Step("print", "foreach", List.of(), 0, List.of())));
    started("print", 1);
    for (int i = 1; i <= 4; i++) {
      started("print[" + i + "]/label", 1);
    }
    failed("print[3]/label", 1, T0.plusSeconds(30));
    failed("print[4]/label", 1, T0.plusSeconds(40));
    started("charge", 1);

    assertSays(
        RunPhase.RETRYING,
        "print goes on: 0 done, 2 failing with \"GatewayException: 502 Bad Gateway\"."
            + " charge goes on.");
  }

  @Test
  void aRetryThatRunsSaysSo() {
    begun();
    started("charge", 1);
    failed("charge", 1, T0.plusSeconds(30));
    started("charge", 2);
    failed("charge", 2, T0.plusSeconds(60));
    started("charge", 3);

    assertSays(
        RunPhase.RETRYING,
        "charge failed twice with \"GatewayException: 502 Bad Gateway\" and now attempt 3 is"
            + " running.");
  }

  @Test
  void waitsSayForWhatAndUntilWhen() {
    begun();
    log.add(new Event.StepScheduled(T0, "cool-off", "sleep", 1, T0.plusSeconds(3600)));
    started("cool-off", 1);
    log.add(new Event.RunParked(T0, T0.plusSeconds(3600), "the time of cool-off"));

    assertSays(RunPhase.WAITING, "Sleeps in cool-off, until 2026-01-02 04:04:05 UTC.");
  }

  @Test
  void aSignalAndAChildAreWaitedForByName() {
    begun();
    log.add(new Event.StepScheduled(T0, "approved", "signal", 1, null));
    started("approved", 1);
    log.add(new Event.StepScheduled(T0, "invoice", "call", 1, null));
    started("invoice", 1);
    log.add(new Event.RunParked(T0, null, "approved, invoice"));

    assertSays(RunPhase.WAITING, "Waits for the signal approved. Waits for the run of invoice.");
  }

  @Test
  void aPausedRunSaysWhoMustAct() {
    begun();
    log.add(new Event.RunPaused(T0, "the code has changed", null));

    assertSays(
        RunPhase.PAUSED,
        "Paused: the code has changed. Somebody has to accept it, fork the run or cancel it.");
  }

  @Test
  void anEndSaysHowLongItTookAndWhatItCost() {
    begun();
    started("charge", 1);
    failed("charge", 1, T0);
    started("charge", 2);
    log.add(new Event.StepCompleted(T0, "charge", 2, Json.NULL, 1));
    log.add(new Event.RunCompleted(T0.plusMillis(7_240), Json.NULL, 1));

    assertSays(RunPhase.COMPLETED, "Completed in 7.2 s, with 1 retry.");
  }

  @Test
  void aFailureNamesTheStepItsAttemptsAndWhatWasUndone() {
    plan = new Plan(List.of(new Plan.Step("capture", "task", List.of(), 1, List.of())));
    begun();
    started("capture", 1);
    failed("capture", 1, T0);
    started("capture", 2);
    failed("capture", 2, null);
    log.add(new Event.StepScheduled(T0, "hold~compensate", "compensate", 1, null));
    started("hold~compensate", 1);
    log.add(new Event.StepCompleted(T0, "hold~compensate", 1, Json.NULL, 1));
    log.add(new Event.RunFailed(T0, BAD, "capture", false));

    assertSays(
        RunPhase.FAILED,
        "capture failed 2 of 2 times: GatewayException: 502 Bad Gateway. Undone: hold.");
  }

  @Test
  void aRunThatFailedWithoutAStepAndADeadLetterSayWhy() {
    begun();
    log.add(new Event.RunFailed(T0, BAD, null, false));
    assertSays(RunPhase.FAILED, "Failed: GatewayException: 502 Bad Gateway.");

    log.removeLast();
    log.add(new Event.RunFailed(T0, BAD, null, true));
    assertSays(
        RunPhase.FAILED,
        "Given up: GatewayException: 502 Bad Gateway. Retry it once the cause is gone.");
  }

  @Test
  void aCancelledRunSaysWhy() {
    begun();
    started("charge", 1);
    log.add(new Event.RunCancelRequested(T0, "by ann"));
    assertSays(RunPhase.RUNNING, "Is being cancelled. charge is running.");

    log.add(new Event.RunCancelled(T0, "by ann"));
    assertSays(RunPhase.CANCELLED, "Cancelled: by ann.");
  }

  @Test
  void progressIsOfThePlanWhereThereIsOne() {
    begun();
    started("a", 1);
    log.add(new Event.StepCompleted(T0, "a", 1, Json.NULL, 1));
    started("loop[1]/b", 1);
    assertThat(summary().done() + " of " + summary().total()).isEqualTo("1 of 2");

    plan =
        new Plan(
            List.of(
                new Plan.Step("a", "task", List.of(), 0, List.of()),
                new Plan.Step("loop", "foreach", List.of("a"), 0, List.of()),
                new Plan.Step("c", "task", List.of("loop"), 0, List.of())));
    assertThat(summary().done() + " of " + summary().total()).isEqualTo("1 of 3");
  }

  private void created(@Nullable Instant runAt) {
    log.add(
        new Event.RunCreated(
            T0, "w", null, null, 7, 3, runAt, null, null, null, null, "default", null, Map.of()));
  }

  private void begun() {
    created(null);
    log.add(new Event.RunClaimed(T0, "n1"));
  }

  private void started(String step, int attempt) {
    boolean known =
        log.stream().anyMatch(e -> e instanceof Event.StepScheduled s && s.step().equals(step));
    if (!known || attempt > 1) {
      log.add(new Event.StepScheduled(T0, step, "step", attempt, null));
    }
    log.add(new Event.StepStarted(T0, step, attempt, null));
  }

  private void failed(String step, int attempt, @Nullable Instant retryAt) {
    log.add(new Event.StepFailed(T0, step, attempt, BAD, retryAt));
  }

  private RunSummary summary() {
    var state = RunState.fold(RUN, log);
    return RunSummary.of(state, log, StepRow.of(log, state, plan));
  }

  private void assertSays(RunPhase phase, String sentence) {
    assertThat(summary().sentence()).isEqualTo(sentence);
    assertThat(summary().phase()).isEqualTo(phase);
  }
}
