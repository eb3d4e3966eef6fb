package dev.holdfast.log;

import dev.holdfast.store.Header;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a run's events add up to: {@code RunState = fold(events)}. Immutable, and made by nothing
 * but the fold, so the same events always give the same state, on any node, in any year.
 *
 * @param seq number of the last event folded
 * @param header the run's row as the log has it
 * @param created the first event
 * @param steps by name, in the order in which they first appeared
 * @param signals messages received, oldest first, each id once
 * @param cancelReason why cancellation was asked for; null when it was not
 * @param claimsWithoutProgress claims since a step last ended; what poison is measured by
 * @param failure why the run failed
 * @param deadLetter it was given up rather than failing by itself
 * @param published values shown to the outside, newest of each name
 * @param versions which side of each change the run is on
 * @param triggers registered triggers and the cursor of each; an empty cursor means none yet
 * @param inputs trigger inputs received and not yet passed by the cursor, each id of a trigger once
 * @param outbox messages enqueued and not yet sent, by id
 * @param children how the runs that its steps called have ended, by step
 * @param paused why it waits for a person; null when it does not
 * @param acceptedSteps a person has accepted that steps up to this number may be no longer asked
 *     for
 */
public record RunState(
    long seq,
    Header header,
    Event.RunCreated created,
    Map<String, StepState> steps,
    List<Event.SignalReceived> signals,
    @Nullable String cancelReason,
    int claimsWithoutProgress,
    @Nullable Failure failure,
    boolean deadLetter,
    Map<String, Json> published,
    Map<String, Integer> versions,
    Map<String, String> triggers,
    List<Event.TriggerInputReceived> inputs,
    Map<String, Event.OutboxEnqueued> outbox,
    Map<String, Event.ChildEnded> children,
    Event.@Nullable RunPaused paused,
    int acceptedSteps) {

  /** The decision to go on although recorded steps are no longer asked for. */
  public static final String ACCEPT = "accept";

  /** The state after all events of a run, from its first. */
  public static RunState fold(UUID run, Collection<? extends Event> events) {
    var folding = new Folding(run);
    events.forEach(folding::add);
    return folding.state();
  }

  /** The state after these further events. */
  public RunState with(Collection<? extends Event> events) {
    if (events.isEmpty()) {
      return this;
    }
    var folding = new Folding(this);
    events.forEach(folding::add);
    return folding.state();
  }

  public boolean terminal() {
    return header.state().status().terminal();
  }

  public boolean cancelRequested() {
    return cancelReason != null;
  }
}
