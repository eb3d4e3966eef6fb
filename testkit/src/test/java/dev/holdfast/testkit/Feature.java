package dev.holdfast.testkit;

import static java.time.Duration.ofDays;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;

import dev.holdfast.ChildFailedException;
import dev.holdfast.Retry;
import dev.holdfast.Signal;
import dev.holdfast.StartOptions;
import dev.holdfast.Workflow;
import dev.holdfast.WorkflowContext;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What the library can do beyond steps, each as something that a crash must not change. */
enum Feature {
  SIGNALS {
    @Override
    String body(Life life, WorkflowContext wf, Workflow<String, String> child) {
      var first = wf.await(GO);
      var step = wf.step("a", () -> say(life, wf, "a", "go"));
      var second = wf.await(GO, ofDays(4)).orElse("-");
      var none = wf.await(NEVER, ofMinutes(2)).orElse("-");
      return first + step + second + none + wf.step("b", () -> say(life, wf, "b", "a", "go#2"));
    }

    @Override
    void speak(dev.holdfast.Run<String> run) {
      run.signal(GO, "1", "id-1");
      run.signal(GO, "2", "id-2");
      run.signal(GO, "2", "id-2");
    }
  },
  CHILDREN {
    @Override
    String body(Life life, WorkflowContext wf, Workflow<String, String> child) {
      var a = wf.call(child, "x");
      var both = wf.branch("side", b -> b.call("side-call", child, "y"));
      var detached = wf.start(child, "z").id();
      var b = wf.step("b", () -> say(life, wf, "b", child.name()));
      return a + both.join() + b + (detached.version() == 7);
    }
  },
  FAILING_CHILD {
    @Override
    String body(Life life, WorkflowContext wf, Workflow<String, String> child) {
      try {
        return wf.call(child, "fail");
      } catch (ChildFailedException e) {
        return wf.step("instead", () -> say(life, wf, "instead"));
      }
    }
  },
  RACE {
    @Override
    String body(Life life, WorkflowContext wf, Workflow<String, String> child) {
      var slow =
          wf.branch(
              "slow",
              b -> {
                b.sleep("wait", ofDays(4));
                return b.step("never", () -> say(life, wf, "slow/never"));
              });
      var fast = wf.async("fast", () -> say(life, wf, "fast"));
      var winner = wf.<String>race(slow, fast);
      wf.sleep("pause", ofMinutes(6));
      return winner + wf.step("end", () -> say(life, wf, "end", "fast", "pause"));
    }
  },
  MAP {
    @Override
    String body(Life life, WorkflowContext wf, Workflow<String, String> child) {
      var parts =
          wf.map(
              "m",
              List.of("p", "q", "r"),
              key -> key,
              (b, key) -> {
                var x = b.step("x", () -> say(life, wf, "m[" + key + "]/x"));
                b.sleep("wait", ofSeconds(30));
                return x + b.step("y", () -> say(life, wf, "m[" + key + "]/y", "m[" + key + "]/x"));
              },
              m -> m.concurrency(2));
      return String.join("", parts);
    }
  },
  SAGA {
    @Override
    String body(Life life, WorkflowContext wf, Workflow<String, String> child) {
      reserve(life, wf, "flight");
      reserve(life, wf, "hotel");
      throw new IllegalStateException("no car");
    }
  },
  CANCELLED_SAGA {
    @Override
    String body(Life life, WorkflowContext wf, Workflow<String, String> child) {
      reserve(life, wf, "flight");
      return wf.await(GO);
    }

    @Override
    void speak(dev.holdfast.Run<String> run) {
      run.cancel("no longer wanted");
    }
  },
  VALUES {
    @Override
    String body(Life life, WorkflowContext wf, Workflow<String, String> child) {
      var id = wf.uuid();
      var now = wf.now();
      long chance = wf.random().nextLong();
      int version = wf.version("change", 2);
      var seen = wf.step("a", () -> say(life, wf, "a") + id + now + chance + version);
      wf.sleep("night", ofMinutes(5));
      return seen.equals("a" + id + now + chance + version) ? "same" : "another";
    }
  },
  CHECKPOINTS {
    @Override
    String body(Life life, WorkflowContext wf, Workflow<String, String> child) {
      return wf.step(
          "pages",
          ctx -> {
            say(life, wf, "pages");
            int from = ctx.lastCheckpoint(Integer.class).orElse(0);
            for (int page = from; page < 3; page++) {
              ctx.checkpoint(page + 1);
              if (page == 1 && from == 0) {
                throw new IllegalStateException("cut off");
              }
            }
            return "3 pages";
          },
          s -> s.retry(Retry.attempts(3).delay(ofSeconds(1)).jitter(0)));
    }
  },
  DEADLINE {
    @Override
    String body(Life life, WorkflowContext wf, Workflow<String, String> child) {
      reserve(life, wf, "flight");
      wf.sleep("too-long", ofDays(9));
      return wf.step("never", () -> say(life, wf, "never"));
    }

    @Override
    void options(StartOptions options) {
      options.deadline(ofDays(3));
    }
  },
  DELAYED {
    @Override
    String body(Life life, WorkflowContext wf, Workflow<String, String> child) {
      wf.publish("stage", "begun");
      var a = wf.step("a", () -> say(life, wf, "a"));
      wf.publish("stage", "a is done");
      return a;
    }

    @Override
    void options(StartOptions options) {
      options.delay(ofDays(1)).priority(3);
    }
  },
  JOB {
    @Override
    String body(Life life, WorkflowContext wf, Workflow<String, String> child) {
      throw new IllegalStateException("a job has no body");
    }

    @Override
    Workflow<String, String> register(Life life, Workflow<String, String> child) {
      return life.holdfast()
          .job("JOB.v1", String.class, String.class, in -> in + "!", s -> s.retry(3));
    }
  };

  static final Signal<String> GO = Signal.of("go", String.class);
  static final Signal<String> NEVER = Signal.of("never", String.class);

  abstract String body(Life life, WorkflowContext wf, Workflow<String, String> child);

  /** What the client wishes when it starts the run. */
  void options(StartOptions options) {}

  Workflow<String, String> register(Life life, Workflow<String, String> child) {
    return life.holdfast()
        .workflow(this + ".v1", String.class, String.class, (wf, input) -> body(life, wf, child));
  }

  /** What the client says to the run, in every life again. */
  void speak(dev.holdfast.Run<String> run) {}

  Scenario scenario(String key) {
    return new Scenario() {
      private @Nullable Workflow<String, String> workflow;

      @Override
      public void register(Life life) {
        var child =
            life.holdfast()
                .workflow(
                    "child.v1", String.class, String.class, (wf, input) -> child(life, wf, input));
        workflow = Feature.this.register(life, child);
      }

      @Override
      public List<UUID> drive(Life life) {
        var run =
            Objects.requireNonNull(workflow)
                .start(
                    "in",
                    o -> {
                      o.key(key);
                      options(o);
                    });
        speak(run);
        return List.of(run.id());
      }
    };
  }

  private static String child(Life life, WorkflowContext wf, String input) {
    if (input.equals("fail")) {
      throw new IllegalStateException("no paper");
    }
    var done = wf.step("work", () -> say(life, wf, "work"));
    wf.sleep("rest", ofMinutes(4));
    return input + done;
  }

  private static void reserve(Life life, WorkflowContext wf, String what) {
    wf.step(
        what,
        () -> say(life, wf, what),
        s -> s.compensate(done -> life.executes(wf.runId(), what + "~compensate", what)));
  }

  private static String say(Life life, WorkflowContext wf, String step, String... after) {
    life.executes(wf.runId(), step, after);
    return step;
  }
}
