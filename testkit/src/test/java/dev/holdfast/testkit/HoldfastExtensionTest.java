package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Run;
import dev.holdfast.Signal;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class HoldfastExtensionTest {

  private static final Signal<String> GO = Signal.of("go", String.class);

  @RegisterExtension final HoldfastExtension test = HoldfastExtension.inMemory();

  @Test
  void weeks_pass_at_once_and_everything_happens_at_its_time() {
    List<String> days = new CopyOnWriteArrayList<>();
    var start = test.clock().now();
    var reminders =
        test.holdfast()
            .workflow(
                "reminders.v1",
                String.class,
                String.class,
                (wf, name) -> {
                  for (int week = 1; week <= 3; week++) {
                    wf.sleep("week", Duration.ofDays(7));
                    var day = Duration.between(start, wf.now()).toDays();
                    wf.step("remind", () -> days.add(name + day));
                  }
                  return "done";
                });
    var run = reminders.start("ada");

    test.passes(Duration.ofDays(15));

    assertThat(days).containsExactly("ada7", "ada14");
    assertThat(run.status()).isEqualTo(Run.Status.PENDING);
    test.passes(Duration.ofDays(15));
    assertThat(run.join()).isEqualTo("done");
  }

  @Test
  void a_wait_for_a_signal_comes_to_rest() {
    var workflow =
        test.holdfast().workflow("w.v1", String.class, String.class, (wf, s) -> wf.await(GO));
    var run = workflow.start("x");
    test.settle();
    assertThat(run.status()).isEqualTo(Run.Status.PENDING);

    run.signal(GO, "went");

    assertThat(run.join()).isEqualTo("went");
  }
}
