package dev.holdfast.log;

import dev.holdfast.store.Append;
import dev.holdfast.store.Outcome;
import dev.holdfast.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * Takes appends of many runs to the disk in shared commits.
 *
 * <p>There is no timer. While one commit is on its way, the next batch gathers; a lone append is
 * committed at once by its own caller. Appends of one run always go through the same lane and keep
 * their order. A caller returns only when its append is durable or refused, never in between: when
 * a commit's outcome is unknown the journal reads back until it knows.
 */
public final class Journal implements AutoCloseable {

  /**
   * What the journal has done so far.
   *
   * @param commits transactions
   * @param appends entries in them
   * @param waiting appends that are queued right now
   * @param faults commits that failed or whose outcome had to be read back
   */
  public record Stats(long commits, long appends, long waiting, long faults) {}

  private final List<Lane> lanes = new ArrayList<>();

  /**
   * @param capacity how many appends may wait; more callers block until there is room
   * @param committed told of every append after its commit, before its caller goes on
   */
  public Journal(Store store, int capacity, Consumer<Append> committed) {
    for (int i = 0; i < store.lanes(); i++) {
      lanes.add(new Lane(store, capacity, committed, i));
    }
  }

  /** Blocks until the append is on stable storage or has lost its place. */
  public Outcome append(Append append) {
    return lane(append.run()).append(append);
  }

  public Stats stats() {
    long commits = 0;
    long appends = 0;
    long waiting = 0;
    long faults = 0;
    for (var lane : lanes) {
      commits += lane.commits();
      appends += lane.appends();
      waiting += lane.waiting();
      faults += lane.faults();
    }
    return new Stats(commits, appends, waiting, faults);
  }

  /** Refuses further appends and ends the writers; what was waiting is committed first. */
  @Override
  public void close() {
    lanes.forEach(Lane::close);
  }

  private Lane lane(UUID run) {
    return lanes.get(Math.floorMod(run.hashCode(), lanes.size()));
  }
}
