package dev.holdfast.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Retry;
import dev.holdfast.engine.NewRun;
import dev.holdfast.log.Json;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs that have failed for good, and what people decide about them. */
class DeadLettersTest {

  @TempDir Path folder;
  private TestServer server;
  private final AtomicBoolean broken = new AtomicBoolean(true);

  @BeforeEach
  void start() throws Exception {
    server = TestServer.on(folder.resolve("runs.db").toString());
    server
        .server()
        .holdfast()
        .workflow(
            "shop.pay.v1",
            String.class,
            String.class,
            (wf, who) -> {
              var hold = wf.step("hold", () -> "held for " + who);
              return wf.step(
                  "charge",
                  () -> {
                    if (broken.get()) {
                      throw new IllegalStateException("no answer from " + who);
                    }
                    return hold;
                  },
                  s -> s.retry(Retry.attempts(2).delay(Duration.ofMillis(1))));
            });
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private String failed(String who) {
    var engine = server.server().holdfast().engine();
    var run = engine.submit(NewRun.of("shop.pay.v1", json(who), null));
    server.awaitStatus(run.toString(), "failed");
    return run.toString();
  }

  private static Json json(String text) {
    return new Json("\"" + text + "\"");
  }

  @Test
  void aKeyThatLooksLikeThatOfARetryIsRequeuedLikeAnyOther() {
    for (var key : List.of("a#retry-soon", "b#retry-99999999999", "c#retry-")) {
      var request = NewRun.of("shop.pay.v1", json("bank"), key);
      var engine = server.server().holdfast().engine();
      var run = engine.submit(request).toString();
      server.awaitStatus(run, "failed");

      var next = server.post("/dead-letters/" + run + "/requeue", "{}");

      assertThat(next.status()).as(next.body()).isEqualTo(202);
      assertThat(next.text("/id")).isNotEqualTo(run);
      assertThat(engine.submit(request).toString()).isEqualTo(next.text("/id"));
    }
  }

  @Test
  void whatHasFailedForGoodIsListedByCauseWithEveryErrorOnTheWay() {
    var first = failed("bank 1");
    var second = failed("bank 2");

    var list = server.get("/dead-letters").json();

    assertThat(list.get("total").asInt()).isEqualTo(2);
    assertThat(list.get("causes")).hasSize(1);
    var cause = list.get("causes").get(0);
    assertThat(cause.get("runs").asInt()).isEqualTo(2);
    assertThat(cause.get("step").asString()).isEqualTo("charge");
    assertThat(cause.get("workflow_name").asString()).isEqualTo("shop.pay.v1");
    assertThat(list.get("runs").get(0).get("id").asString()).isEqualTo(second);
    var page = server.get("/dead-letters?limit=1");
    assertThat(page.headers().get("link")).contains("after=" + second);
    assertThat(server.get("/dead-letters?limit=1&after=" + second).text("/runs/0/id"))
        .isEqualTo(first);
    var one = server.get("/dead-letters/" + first).json();
    assertThat(one.get("dead_letter").asBoolean()).isTrue();
    assertThat(one.get("errors").valueStream().map(e -> e.get("attempt").asInt(0)))
        .containsExactly(1, 2, 0);
    assertThat(one.get("errors").get(0).get("message").asString())
        .isEqualTo("no answer from bank 1");
  }

  @Test
  void aRequeuedOneGoesOnFromTheStepThatFailedWithAllItsAttempts() {
    var run = failed("bank");
    broken.set(false);

    var answer = server.post("/dead-letters/" + run + "/requeue", "{}");

    assertThat(answer.status()).isEqualTo(202);
    var next = answer.text("/id");
    var end = server.awaitStatus(next, "completed");
    assertThat(end.get("output").asString()).isEqualTo("held for bank");
    assertThat(server.get("/dead-letters").at("/total").asInt()).isZero();
    assertThat(server.get("/dead-letters/" + run).text("/decision/successor")).isEqualTo(next);
    assertThat(server.post("/dead-letters/" + run + "/requeue", "{}").text("/id"))
        .as("asked twice")
        .isEqualTo(next);
    assertThat(server.post("/dead-letters/" + run + "/discard", "{}").status()).isEqualTo(409);
    assertThat(server.get("/runs/" + run).text("/status")).isEqualTo("failed");
  }

  @Test
  void aRequeuedOneThatFailsAgainHasHadAFreshBudgetAndIsADeadLetterItself() {
    var run = failed("bank");

    var next = server.post("/dead-letters/" + run + "/requeue", "{}").text("/id");

    server.awaitStatus(next, "failed");
    var one = server.get("/dead-letters/" + next).json();
    assertThat(one.get("errors").valueStream().map(e -> e.get("attempt").asInt(0)))
        .containsExactly(1, 2, 0);
    assertThat(server.get("/dead-letters").text("/runs/0/id")).isEqualTo(next);
    assertThat(server.get("/dead-letters").at("/total").asInt()).isOne();
  }

  @Test
  void aDiscardedOneIsNoLongerListedAndStaysAsItIs() {
    var run = failed("bank");

    var answer = server.post("/dead-letters/" + run + "/discard", "{\"reason\": \"a test\"}");

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.text("/reason")).isEqualTo("a test");
    assertThat(server.get("/dead-letters").at("/total").asInt()).isZero();
    assertThat(server.get("/runs/" + run).text("/status")).isEqualTo("failed");
    assertThat(server.post("/dead-letters/" + run + "/discard", "{}").text("/reason"))
        .as("asked twice")
        .isEqualTo("a test");
    assertThat(server.post("/dead-letters/" + run + "/requeue", "{}").status()).isEqualTo(409);
  }

  @Test
  void retryingARunByItselfIsADecisionToo() {
    var run = failed("bank");

    server.post("/runs/" + run + "/retry", "{}");

    assertThat(server.get("/dead-letters/" + run).text("/decision/decision")).isEqualTo("requeued");
  }

  @Test
  void manyAreCountedFirstAndThenDecidedAbout() {
    List<String> runs = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      runs.add(failed("bank " + i));
    }
    var cause = server.get("/dead-letters").text("/causes/0/fingerprint");
    var filter = "?workflow=shop.pay.v1&fingerprint=" + cause;

    var counted = server.post("/dead-letters/requeue" + filter, "{\"dry_run\": true}");
    assertThat(counted.at("/matched").asInt()).isEqualTo(5);
    assertThat(server.get("/dead-letters").at("/total").asInt()).isEqualTo(5);

    assertThat(server.post("/dead-letters/discard?q=bank%203", "{}").at("/done").asInt()).isOne();
    broken.set(false);
    assertThat(server.post("/dead-letters/requeue" + filter, "{}").at("/done").asInt())
        .isEqualTo(4);

    assertThat(server.get("/dead-letters").at("/total").asInt()).isZero();
    for (var run : runs) {
      var next = server.get("/dead-letters/" + run).at("/decision/successor");
      if (!next.isNull()) {
        server.awaitStatus(next.asString(), "completed");
      }
    }
  }

  @Test
  void nothingIsDoneToAllUnlessThatIsSaid() {
    failed("bank");

    assertThat(server.post("/dead-letters/discard", "{}").status()).isEqualTo(422);
    assertThat(server.post("/dead-letters/discard?fingerprint=none", "{}").at("/done").asInt())
        .isZero();
    assertThat(server.post("/dead-letters/discard", "{\"all\": true}").at("/done").asInt()).isOne();
  }

  @Test
  void whatHasNotFailedIsNoDeadLetter() {
    broken.set(false);
    var engine = server.server().holdfast().engine();
    var run = engine.submit(NewRun.of("shop.pay.v1", json("bank"), null));
    server.awaitStatus(run.toString(), "completed");

    assertThat(server.post("/dead-letters/" + run + "/requeue", "{}").status()).isEqualTo(409);
    assertThat(server.post("/dead-letters/" + run + "/discard", "{}").status()).isEqualTo(409);
    assertThat(server.get("/dead-letters/" + UUID.randomUUID()).status()).isEqualTo(404);
  }
}
