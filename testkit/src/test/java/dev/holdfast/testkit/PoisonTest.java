package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.engine.NewRun;
import dev.holdfast.log.Event;
import dev.holdfast.log.RunState;
import dev.holdfast.store.RunStatus;
import dev.holdfast.store.memory.MemoryStore;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A run that ends the process that executes it is given up, and everybody can see why. */
class PoisonTest {

  private static final int CLAIMS_MAX = 10;

  private final FakeClock clock = new FakeClock();
  private final MemoryStore store = new MemoryStore(clock);
  private final CrashPoints points = new CrashPoints(store, clock);

  /** Kills the process in its only step, again and again. */
  private static final class Poison implements Scenario {
    private int executions;

    @Override
    public void register(Life life) {
      life.holdfast()
          .workflow(
              "poison",
              String.class,
              String.class,
              (wf, input) -> wf.step("deadly", () -> deadly(life)));
    }

    private String deadly(Life life) {
      if (++executions > 3 * CLAIMS_MAX) {
        return "gave up dying";
      }
      life.die();
      return "not reached";
    }

    @Override
    public List<UUID> drive(Life life) {
      return List.of(life.holdfast().engine().submit(NewRun.of("poison", null, "poison")));
    }
  }

  @Test
  void a_run_that_kills_its_node_every_time_becomes_a_dead_letter() {
    var poison = new Poison();

    var report = points.everywhere(() -> poison);

    var run = store.runsInLog(null, 10).getFirst();
    var state = RunState.fold(run, RunCheck.events(store, run));
    assertThat(report.violations()).isEmpty();
    assertThat(state.header().state().status()).isEqualTo(RunStatus.FAILED);
    assertThat(state.deadLetter()).isTrue();
    assertThat(poison.executions).isEqualTo(CLAIMS_MAX);
    assertThat(RunCheck.events(store, run)).hasAtLeastOneElementOfType(Event.RunFailed.class);
  }
}
