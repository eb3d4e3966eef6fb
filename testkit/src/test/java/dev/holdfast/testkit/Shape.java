package dev.holdfast.testkit;

import static java.time.Duration.ofDays;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;

import dev.holdfast.Retry;
import dev.holdfast.WorkflowContext;
import dev.holdfast.engine.LiveRun;
import dev.holdfast.engine.Program;
import dev.holdfast.engine.StepCall;
import dev.holdfast.engine.StepPolicy;
import dev.holdfast.log.Json;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;

/** The forms that workflows have, as far as crashes are concerned. */
enum Shape {
  CHAIN {
    @Override
    String body(Life life, WorkflowContext wf) {
      var a = wf.step("a", () -> say(life, wf, "a"));
      var b = wf.step("b", () -> say(life, wf, "b", "a"));
      var c = wf.step("c", () -> say(life, wf, "c", "a", "b"));
      return a + b + c;
    }
  },
  LOOP {
    @Override
    String body(Life life, WorkflowContext wf) {
      var all = new StringBuilder();
      List<String> before = new ArrayList<>();
      for (int i = 1; i <= 4; i++) {
        var name = i == 1 ? "process" : "process#" + i;
        var earlier = before.toArray(String[]::new);
        all.append(wf.step("process", () -> say(life, wf, name, earlier)));
        before.add(name);
      }
      return all.toString();
    }
  },
  PARALLEL {
    @Override
    String body(Life life, WorkflowContext wf) {
      var a = wf.async("a", () -> say(life, wf, "a"));
      var b = wf.async("b", () -> say(life, wf, "b"));
      var both =
          wf.branch(
              "both",
              inner ->
                  inner.step("x", () -> say(life, wf, "both/x"))
                      + inner.step("y", () -> say(life, wf, "both/y", "both/x")));
      wf.all(a, b, both);
      return wf.step("end", () -> say(life, wf, "end", "a", "b", "both/y"))
          + a.join()
          + b.join()
          + both.join();
    }
  },
  PARALLEL_FAILING {
    @Override
    String body(Life life, WorkflowContext wf) {
      var bad =
          wf.async(
              "bad",
              () -> {
                life.executes(wf.runId(), "bad");
                return fail("no such customer");
              });
      var slow =
          wf.branch(
              "slow",
              inner -> {
                inner.sleep("wait", ofDays(4));
                return inner.step("never", () -> say(life, wf, "slow/never"));
              });
      wf.all(bad, slow);
      return "not reached";
    }
  },
  SHORT_SLEEP {
    @Override
    String body(Life life, WorkflowContext wf) {
      var a = wf.step("a", () -> say(life, wf, "a"));
      wf.sleep("nap", ofMillis(200));
      return a + wf.step("b", () -> say(life, wf, "b", "a", "nap"));
    }
  },
  PARKED_SLEEP {
    @Override
    String body(Life life, WorkflowContext wf) {
      var a = wf.step("a", () -> say(life, wf, "a"));
      wf.sleep("night", ofMinutes(5));
      return a + wf.step("b", () -> say(life, wf, "b", "a", "night"));
    }
  },
  TRANSACTION {
    @Override
    String body(Life life, WorkflowContext wf) {
      var a = wf.step("a", () -> say(life, wf, "a"));
      var first = wf.transaction("first", db -> book(life, wf, db, "first", "a"));
      var second = wf.transaction("second", db -> book(life, wf, db, "second", "a", "first"));
      return a + first + second + wf.step("b", () -> say(life, wf, "b", "second"));
    }
  },
  RETRIES {
    @Override
    String body(Life life, WorkflowContext wf) {
      var retry = Retry.attempts(4).delay(ofSeconds(2)).jitter(0);
      var flaky =
          wf.step(
              "flaky",
              () -> {
                var said = say(life, wf, "flaky");
                return life.executions(wf.runId(), "flaky") < 3 ? fail("not yet") : said;
              },
              s -> s.retry(retry.delay(ofMillis(10))));
      return flaky + wf.step("after", () -> say(life, wf, "after", "flaky"));
    }
  },
  FAILING {
    @Override
    String body(Life life, WorkflowContext wf) {
      var a = wf.step("a", () -> say(life, wf, "a"));
      return a
          + wf.step(
              "doomed",
              () -> {
                life.executes(wf.runId(), "doomed", "a");
                return fail("never");
              },
              s -> s.retry(Retry.attempts(3).delay(ofSeconds(5)).jitter(0)));
    }
  },
  SIGNAL {
    @Override
    void register(Life life) {
      life.holdfast().engine().register(workflow(), waitsForWord(life));
    }

    @Override
    void speak(Life life, UUID run) {
      life.holdfast().engine().signal(run, "word", new Json("\"go\""), "word-1");
    }
  },
  CANCEL {
    @Override
    void register(Life life) {
      life.holdfast().engine().register(workflow(), waitsForWord(life));
    }

    @Override
    void speak(Life life, UUID run) {
      life.holdfast().engine().cancel(run, "changed my mind");
    }
  };

  /** A fresh scenario of this shape; keys must differ between any two on one store. */
  Scenario scenario(Supplier<String> keys, int runs) {
    return new OfShape(keys.get(), runs);
  }

  String body(Life life, WorkflowContext wf) throws Exception {
    throw new IllegalStateException("no body");
  }

  void register(Life life) {
    life.holdfast().workflow(workflow(), String.class, String.class, (wf, input) -> body(life, wf));
  }

  void speak(Life life, UUID run) {}

  String workflow() {
    return "shape." + name();
  }

  private final class OfShape implements Scenario {
    private final String key;
    private final int runs;

    OfShape(String key, int runs) {
      this.key = key;
      this.runs = runs;
    }

    @Override
    public void register(Life life) {
      Shape.this.register(life);
    }

    @Override
    public List<UUID> drive(Life life) {
      List<UUID> ids = new ArrayList<>();
      for (int i = 0; i < runs; i++) {
        var request = dev.holdfast.engine.NewRun.of(workflow(), new Json("\"in\""), key + "-" + i);
        ids.add(life.holdfast().engine().submit(request));
      }
      ids.forEach(run -> speak(life, run));
      return ids;
    }
  }

  private static String say(Life life, WorkflowContext wf, String step, String... after) {
    life.executes(wf.runId(), step, after);
    return step + ";";
  }

  private static String book(
      Life life, WorkflowContext wf, Connection db, String step, String... after)
      throws SQLException {
    life.executesInTransaction(wf.runId(), step, after);
    try (var insert = db.prepareStatement("INSERT INTO effect (run, step) VALUES (?,?)")) {
      insert.setString(1, wf.runId().toString());
      insert.setString(2, step);
      return insert.executeUpdate() + ";";
    }
  }

  private static String fail(String message) {
    throw new IllegalStateException(message);
  }

  private static Program waitsForWord(Life life) {
    return run -> {
      var a = run.step(call(life, run, "a"));
      run.await("a word", null, () -> !run.signals().isEmpty());
      var b = run.step(call(life, run, "b", "a"));
      return new Json(
          "[%s,%s,%s]".formatted(a.text(), b.text(), run.signals().getFirst().value().text()));
    };
  }

  private static StepCall call(Life life, LiveRun run, String step, String... after) {
    StepCall.Work work =
        attempt -> {
          life.executes(run.id(), step, after);
          return new Json("\"" + step + "\"");
        };
    return new StepCall(step, "step", StepPolicy.ONCE, work);
  }
}
