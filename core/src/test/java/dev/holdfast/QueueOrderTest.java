package dev.holdfast;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.store.RunStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Who goes first when there are more steps than workers. */
class QueueOrderTest extends WorkersBed {

  /** How many runs end only when the next one has come from the store. */
  private final AtomicInteger followed = new AtomicInteger();

  @Test
  void theMostUrgentGoesFirstAndOfALevelTheRunThatCameFirst() {
    var workflow = open(one(100, LONG, LONG));
    var runs = queue(workflow);

    gate.countDown();
    runs.forEach(Run::join);

    assertThat(executed)
        .containsExactly("first", "10 a", "10 b", "50 a", "50 b", "50 c", "100 a", "100 b");
  }

  @Test
  void theOrderIsTheSameWhenTheyWaitInTheStore() {
    var workflow = open(one(1, LONG, LONG));
    var first = workflow.start("first");
    Life.until(() -> stats().busy() == 1);
    var second = workflow.start("second");
    Life.until(() -> stats().waiting() == 1);
    List<Run<String>> runs = new ArrayList<>(List.of(first, second));
    for (var name : List.of("100 a", "50 a", "100 b", "10 a", "50 b", "10 b")) {
      runs.add(start(workflow, name));
    }
    // Of two that come from the store at the same time, either may be loaded first.
    followed.set(runs.size() - 1);

    gate.countDown();
    runs.forEach(Run::join);

    assertThat(executed)
        .containsExactly("first", "second", "10 a", "10 b", "50 a", "50 b", "100 a", "100 b");
  }

  @Test
  void whatHasWaitedTooLongGetsOneOfFourWorkersHoweverUrgentOthersAre() {
    var workflow = open(one(100, LONG, Duration.ZERO));
    var runs = queue(workflow);

    gate.countDown();
    runs.forEach(Run::join);

    assertThat(executed.subList(0, 5)).containsExactly("first", "10 a", "10 b", "50 a", "100 a");
  }

  @Test
  void alsoInTheStoreOneOfFourClaimsIsForWhatHasWaitedTooLong() {
    var workflow = open(one(1, LONG, Duration.ZERO));
    List<Run<String>> runs = new ArrayList<>();
    runs.add(workflow.start("first"));
    runs.add(workflow.start("second"));
    Life.until(() -> stats().busy() == 1 && stats().waiting() == 1);
    runs.add(start(workflow, "100 starving"));
    for (int i = 0; i < 20; i++) {
      runs.add(start(workflow, "10 " + i));
    }

    gate.countDown();
    runs.forEach(Run::join);

    assertThat(executed.indexOf("100 starving")).isLessThan(2 + 8 + 1);
  }

  @Test
  void whatComesLaterDoesNotOvertakeWhatWaitsInTheStore() {
    var workflow = open(one(4, LONG, LONG));
    var waiting = fill(workflow, 4);
    var older = start(workflow, "100 older");
    waiting.getLast().cancel("to make room for one");
    Life.until(() -> holdfast.engine().liveRuns() == 4);

    var late = start(workflow, "100 late");

    Life.until(() -> stats().waiting() == 4);
    assertThat(statusOf(older)).isEqualTo(RunStatus.LEASED);
    assertThat(statusOf(late)).isEqualTo(RunStatus.PENDING);
    gate.countDown();
    older.join();
    late.join();
  }

  @Test
  void whatIsMoreUrgentThanWhatWaitsHereGetsTheFirstPlaceThatBecomesFree() {
    var workflow = open(one(4, LONG, LONG));
    var waiting = fill(workflow, 4);
    var usual = start(workflow, "100 usual");
    var urgent = start(workflow, "10 urgent");

    waiting.getLast().cancel("to make room for one");

    Life.until(() -> statusOf(urgent) == RunStatus.LEASED);
    assertThat(statusOf(usual)).isEqualTo(RunStatus.PENDING);
    Life.until(() -> stats().waiting() == 4);
    gate.countDown();
    urgent.join();
    usual.join();
    assertThat(executed).startsWith("first", "10 urgent", "100 0");
  }

  /** A run that has the only worker, and as many behind it as the node takes into memory. */
  private List<Run<String>> fill(Workflow<String, String> workflow, int room) {
    workflow.start("first");
    Life.until(() -> stats().busy() == 1);
    List<Run<String>> waiting = new ArrayList<>();
    for (int i = 0; i < room; i++) {
      waiting.add(start(workflow, "100 " + i));
    }
    Life.until(() -> stats().waiting() == room);
    return waiting;
  }

  private RunStatus statusOf(Run<String> run) {
    return holdfast.engine().header(run.id()).orElseThrow().state().status();
  }

  @Override
  String pass(String name) throws InterruptedException {
    var passed = super.pass(name);
    if (followed.getAndDecrement() > 0) {
      Life.until(() -> stats().waiting() == 1);
    }
    return passed;
  }

  /** A run that has the only worker, and others behind it that wait in memory. */
  private List<Run<String>> queue(Workflow<String, String> workflow) {
    List<Run<String>> runs = new ArrayList<>();
    runs.add(workflow.start("first"));
    Life.until(() -> stats().busy() == 1);
    int waiting = 0;
    for (var name : List.of("100 a", "50 a", "100 b", "10 a", "50 b", "10 b", "50 c")) {
      runs.add(start(workflow, name));
      int expected = ++waiting;
      Life.until(() -> stats().waiting() == expected);
    }
    return runs;
  }

  private static Run<String> start(Workflow<String, String> workflow, String name) {
    int priority = Integer.parseInt(name.substring(0, name.indexOf(' ')));
    return workflow.start(name, o -> o.priority(priority));
  }
}
