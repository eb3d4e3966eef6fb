package dev.holdfast.engine;

import dev.holdfast.store.Header;
import dev.holdfast.store.RunQuery;
import dev.holdfast.store.RunStatus;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Claims whose answer did not arrive. Such a claim may have been made; what is leased to this node
 * without this node knowing of it is taken up here. Nobody else would, for the node is alive.
 */
final class UnclearClaims {

  private final LiveRuns.Shared shared;
  private final Map<String, Program> programs;
  private final LiveRuns runs;
  private volatile boolean unanswered;

  /** Such a claim brought a run back whose place here is still taken by an older claim. */
  private volatile boolean awaitsPlace;

  UnclearClaims(LiveRuns.Shared shared, Map<String, Program> programs, LiveRuns runs) {
    this.shared = shared;
    this.programs = programs;
    this.runs = runs;
  }

  /** A claim is on its way. */
  void asked() {
    unanswered = true;
  }

  /** What it took is known. */
  void answered() {
    unanswered = false;
  }

  /** Whether a run must be looked for again as soon as a place becomes free. */
  boolean awaitsPlace() {
    return awaitsPlace;
  }

  /**
   * Goes on with what earlier claims may have brought.
   *
   * @param used counted up for each run that is begun, to at most so many
   */
  void takeUp(int atMost, AtomicInteger used) {
    if (!unanswered && !awaitsPlace) {
      return;
    }
    // Before the look: who leaves while it lasts must know that somebody may wait for the place.
    awaitsPlace = true;
    boolean waits = false;
    var mine =
        new RunQuery(
            Set.of(RunStatus.LEASED), null, null, shared.node().get(), null, Integer.MAX_VALUE);
    for (var header : shared.store().find(mine)) {
      // What was said to it may have been told in the answer that did not arrive.
      runs.refresh(header.id());
      var program = programs.get(header.workflow());
      if (used.get() < atMost && program != null && begin(header.id(), program)) {
        used.incrementAndGet();
      } else if (program != null && !isAdvanced(header)) {
        waits = true;
      }
    }
    awaitsPlace = waits;
  }

  /** Whether it is this very claim that a thread here goes on with. */
  private boolean isAdvanced(Header claimed) {
    var run = runs.get(claimed.id());
    if (run == null) {
      return false;
    }
    var ours = run.replayed().header().state();
    return Objects.equals(claimed.state().leasedBy(), ours.leasedBy())
        && claimed.state().attempt() == ours.attempt();
  }

  /**
   * Goes on with a run that is leased to this node, unless somebody here does so already. Asked
   * again once the place is taken: while it was not, the run may have left memory, and then the
   * next claim would bring it a second time.
   */
  private boolean begin(UUID run, Program program) {
    var place = runs.hold(run);
    if (place == null) {
      return false;
    }
    var node = shared.node().get();
    boolean begun = false;
    try {
      var ours = shared.store().header(run).filter(h -> node.equals(h.state().leasedBy()));
      ours.ifPresent(header -> runs.begin(header, program, Manner.USUAL, place));
      begun = ours.isPresent();
    } finally {
      if (!begun) {
        runs.unhold(run, place);
      }
    }
    return begun;
  }
}
