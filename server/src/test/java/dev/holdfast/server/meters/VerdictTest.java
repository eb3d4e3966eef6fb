package dev.holdfast.server.meters;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.store.Figures;
import dev.holdfast.store.NodeLease;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class VerdictTest {

  private static final Instant NOW = Instant.parse("2026-01-02T03:00:00Z");

  @Test
  void allIsWell() {
    var idle = census(List.of(), Map.of("a", 1L), node("a", true));
    assertThat(Verdict.of(idle, "a", 0))
        .isEqualTo("Healthy. 1 node holds 1 run. Nothing waits in the queue.");

    var queue = List.of(level(0, NOW.minusSeconds(29)), new Figures.Level(100, 4, 9, NOW));
    var busy = census(queue, Map.of("a", 40L, "b", 4L), node("a", true), node("b", true));
    assertThat(Verdict.of(busy, "a", 0))
        .isEqualTo("Healthy. 2 nodes hold 44 runs. 5 runs are ready, 9 due later.");
  }

  @Test
  void whatSomebodyShouldLookAtIsSaidFirst() {
    var census =
        census(
            List.of(level(7, NOW.minusSeconds(300))),
            Map.of("gone", 3L),
            node("a", false),
            node("gone", false),
            node("old", false));

    assertThat(Verdict.of(census, "a", 2))
        .isEqualTo(
            "Needs attention. This node has lost its lease. Node gone is gone and 3 runs are not"
                + " taken over yet. The store failed 2 times in the last five minutes. The oldest"
                + " ready run has waited 5 min. 0 nodes hold 0 runs. 1 run is ready, 0 due later.");
  }

  private static Census.Taken census(
      List<Figures.Level> queue, Map<String, Long> held, NodeLease... nodes) {
    return new Census.Taken(NOW, queue, Map.of(), held, List.of(nodes), 0);
  }

  private static Figures.Level level(int priority, Instant oldest) {
    return new Figures.Level(priority, 1, 0, oldest);
  }

  private static NodeLease node(String name, boolean live) {
    return new NodeLease(name, NOW, NOW, live);
  }
}
