package dev.holdfast.testkit;

import dev.holdfast.Holdfast;
import dev.holdfast.Run;
import dev.holdfast.Workflow;
import dev.holdfast.store.memory.MemoryStore;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Crashes a workflow of your own at every commit and checks that it ends as if nothing had
 * happened.
 *
 * <pre>{@code
 * CrashTest.of(holdfast -> Checkout.register(holdfast, bank), order)
 *     .speaking(run -> run.signal(APPROVED, new Approval("ann"), "1"))
 *     .afterEveryCommit();
 * }</pre>
 *
 * <p>The workflow is registered anew in every life of the process, and its run is started with a
 * key. What its steps do outside must be safe to do again, as it must be in production. Time passes
 * as quickly as it can: up to ten minutes ahead while a step runs, so time-outs of steps must be
 * longer than that, and up to the end of any sleep. After a crash two hours have passed.
 */
public final class CrashTest<I extends @Nullable Object, O extends @Nullable Object> {

  private final Function<Holdfast, Workflow<I, O>> register;
  private final I input;
  private final Consumer<Run<O>> words;

  private CrashTest(Function<Holdfast, Workflow<I, O>> register, I input, Consumer<Run<O>> words) {
    this.register = register;
    this.input = input;
    this.words = words;
  }

  public static <I extends @Nullable Object, O extends @Nullable Object> CrashTest<I, O> of(
      Function<Holdfast, Workflow<I, O>> register, I input) {
    return new CrashTest<>(register, input, run -> {});
  }

  /** What is said to the run, in every life again: give signals an id. */
  public CrashTest<I, O> speaking(Consumer<Run<O>> said) {
    return new CrashTest<>(register, input, said);
  }

  /**
   * Plays the workflow once per possible crash, just before and just after every commit, and throws
   * if any of them ends otherwise than the undisturbed one. Returns how many there were.
   */
  public int afterEveryCommit() {
    var clock = new FakeClock();
    var keys = new AtomicInteger();
    var report =
        new CrashPoints(new MemoryStore(clock), clock)
            .everywhere(
                () -> new OneRun("crash-test-" + keys.incrementAndGet()),
                Fault.CRASH_BEFORE,
                Fault.CRASH_AFTER);
    if (!report.violations().isEmpty()) {
      throw new AssertionError(
          "a crash changes how this workflow ends:\n  " + String.join("\n  ", report.violations()));
    }
    return report.cases();
  }

  private final class OneRun implements Scenario {

    private final String key;
    private @Nullable Workflow<I, O> workflow;

    OneRun(String key) {
      this.key = key;
    }

    @Override
    public void register(Life life) {
      workflow = register.apply(life.holdfast());
    }

    @Override
    public List<UUID> drive(Life life) {
      if (workflow == null) {
        throw new IllegalStateException("not registered");
      }
      var run = workflow.start(input, o -> o.key(key));
      words.accept(run);
      return List.of(run.id());
    }
  }
}
