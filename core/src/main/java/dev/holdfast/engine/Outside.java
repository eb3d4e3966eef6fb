package dev.holdfast.engine;

import dev.holdfast.log.Event;
import dev.holdfast.log.EventCodec;
import dev.holdfast.log.HeaderFold;
import dev.holdfast.log.Journal;
import dev.holdfast.store.Append;
import dev.holdfast.store.Header;
import dev.holdfast.store.HeaderChange;
import dev.holdfast.store.HeaderState;
import dev.holdfast.store.Outcome;
import dev.holdfast.store.RunStatus;
import dev.holdfast.store.Store;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Speaks to runs from outside: signals, requests to cancel. Anyone may append to any log, there is
 * no second channel; whoever advances the run finds out at its next append, or is told.
 */
final class Outside {

  private static final Logger log = LoggerFactory.getLogger(Outside.class);

  /** What to say, given where the run is. */
  interface Words {
    List<Event> given(HeaderState state, Instant now);
  }

  private final Store store;
  private final Patience patience;
  private final EventCodec codec;
  private final Journal journal;
  private final Clock clock;
  private final BiConsumer<UUID, HeaderState> spoken;

  /**
   * @param spoken told after the commit, with what the run's header is now
   */
  Outside(
      Store store,
      Patience patience,
      EventCodec codec,
      Journal journal,
      Clock clock,
      BiConsumer<UUID, HeaderState> spoken) {
    this.store = store;
    this.patience = patience;
    this.codec = codec;
    this.journal = journal;
    this.clock = clock;
    this.spoken = spoken;
  }

  /** Appends the words, if there are any; false when the run has ended. */
  boolean speak(UUID run, Words words) {
    while (true) {
      // The tail first: if the log moves after this, the append collides and we look again.
      var tail = patience.ask("read run " + run, () -> store.tail(run));
      var header = patience.ask("read run " + run, () -> store.header(run));
      if (tail.isEmpty() || header.isEmpty()) {
        throw new IllegalArgumentException("there is no run " + run);
      }
      var state = header.get().state();
      if (state.status().terminal()) {
        return false;
      }
      var events = words.given(state, clock.now());
      if (events.isEmpty()) {
        return true;
      }
      var next = HeaderFold.after(state, events);
      var encoded = codec.encode(events);
      long seq = tail.get().lastSeq() + 1;
      var append =
          new Append(
              run, seq, events.size(), encoded.events(), change(state, next), encoded.payloads());
      if (journal.append(append) == Outcome.COMMITTED) {
        spoken.accept(run, next);
        return true;
      }
    }
  }

  /** Lets a paused run go on; false when it has ended or is not paused. */
  boolean resume(UUID run, String decision) {
    var resumed = new boolean[1];
    boolean open =
        speak(
            run,
            (state, now) -> {
              resumed[0] = HeaderFold.isPaused(state);
              return resumed[0] ? List.of(new Event.RunResumed(now, decision)) : List.of();
            });
    return open && resumed[0];
  }

  /** Stops a run that this node cannot handle, so that it is visible and not tried for ever. */
  void pause(Header header, String reason) {
    try {
      speak(header.id(), (state, now) -> List.of(new Event.RunPaused(now, reason, null)));
    } catch (RuntimeException e) {
      log.atError()
          .addKeyValue("run", header.id())
          .setCause(e)
          .log("Run {} cannot even be paused", header.id());
    }
  }

  private static HeaderChange change(HeaderState before, HeaderState after) {
    boolean told = before.status() == RunStatus.LEASED && after.status() == RunStatus.LEASED;
    return told && before.equals(after) ? new HeaderChange.Poke() : new HeaderChange.Update(after);
  }
}
