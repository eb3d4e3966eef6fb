package dev.holdfast.server.meters;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** How the system is, in sentences: first whether somebody should look, then what there is. */
public final class Verdict {

  /** Work that is ready and waits longer than this is not being done. */
  static final Duration PATIENCE = Duration.ofSeconds(30);

  private Verdict() {}

  /**
   * All that there is to say.
   *
   * @param node the node that speaks
   * @param faults commits that failed lately
   */
  public static String of(Census.Taken census, String node, long faults) {
    List<String> wrong = new ArrayList<>();
    boolean lease = census.nodes().stream().anyMatch(n -> n.node().equals(node) && n.live());
    if (!lease) {
      wrong.add("This node has lost its lease.");
    }
    census.nodes().stream()
        .filter(n -> !n.live() && heldBy(census, n.node()) > 0)
        .map(
            n ->
                "Node %s is gone and %s not taken over yet."
                    .formatted(n.node(), runs(heldBy(census, n.node()), "is", "are")))
        .forEach(wrong::add);
    if (faults > 0) {
      wrong.add(
          "The store failed %s in the last five minutes."
              .formatted(faults == 1 ? "once" : faults + " times"));
    }
    if (census.oldestReady().compareTo(PATIENCE) > 0) {
      wrong.add("The oldest ready run has waited %s.".formatted(time(census.oldestReady())));
    }
    List<String> all = new ArrayList<>();
    all.add(wrong.isEmpty() ? "Healthy." : "Needs attention.");
    all.addAll(wrong);
    all.add(holding(census));
    all.add(waiting(census));
    return String.join(" ", all);
  }

  private static String holding(Census.Taken census) {
    long live = census.nodes().stream().filter(n -> n.live()).count();
    long held =
        census.nodes().stream()
            .filter(n -> n.live())
            .mapToLong(n -> heldBy(census, n.node()))
            .sum();
    return live == 1
        ? "1 node holds %s.".formatted(runs(held))
        : "%d nodes hold %s.".formatted(live, runs(held));
  }

  private static String waiting(Census.Taken census) {
    if (census.ready() == 0 && census.later() == 0) {
      return "Nothing waits in the queue.";
    }
    return "%s ready, %d due later.".formatted(runs(census.ready(), "is", "are"), census.later());
  }

  private static long heldBy(Census.Taken census, String node) {
    return Objects.requireNonNullElse(census.held().get(node), 0L);
  }

  private static String runs(long count) {
    return count == 1 ? "1 run" : count + " runs";
  }

  private static String runs(long count, String one, String many) {
    return runs(count) + " " + (count == 1 ? one : many);
  }

  private static String time(Duration time) {
    return time.toMinutes() < 2 ? time.toSeconds() + " s" : time.toMinutes() + " min";
  }
}
