package dev.holdfast.bench;

import dev.holdfast.Holdfast;
import dev.holdfast.Workflow;

/**
 * Holdfast itself, used as its peers are: a workflow whose code calls steps, started and joined.
 */
final class HoldfastPeer implements Peer {

  /** What a run is told. */
  record Order(int steps, int number) {}

  private final String name;
  private final Holdfast holdfast;
  private final Workflow<Order, Integer> workflow;
  private final TimedRuns runs = new TimedRuns();

  HoldfastPeer(Target target) {
    this.name = "Holdfast, " + target.name();
    this.holdfast = Holdfast.open(target.newStore());
    this.workflow =
        holdfast.workflow(
            "peer.v1",
            Order.class,
            Integer.class,
            (wf, order) ->
                runs.add(order.steps(), order.number(), value -> wf.step("step", () -> value)));
    holdfast.start();
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public boolean hasSteps() {
    return true;
  }

  @Override
  public void run(int steps, Timings each) {
    runs.run(steps, each, number -> workflow.start(new Order(steps, number)).join());
  }

  @Override
  public void close() {
    holdfast.close();
  }
}
