package dev.holdfast.engine;

import dev.holdfast.log.Event;
import dev.holdfast.store.Header;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a node does for the runs in its memory besides advancing them. */
final class Housekeeping implements LiveRuns.Listener {

  private static final Logger log = LoggerFactory.getLogger(Housekeeping.class);

  private final Watchers watchers;
  private final Supplier<Outside> outside;
  private final Supplier<Claimer> claims;

  /**
   * @param outside asked for when it is needed, as are the claims: they are made after the runs
   */
  Housekeeping(Watchers watchers, Supplier<Outside> outside, Supplier<Claimer> claims) {
    this.watchers = watchers;
    this.outside = outside;
    this.claims = claims;
  }

  @Override
  public void left(UUID run, @Nullable Instant dueAgain) {
    watchers.letGo(run);
    // One that has not been started, or is closed, takes no notice.
    if (dueAgain != null) {
      claims.get().nudgeAt(dueAgain);
    }
  }

  @Override
  public void roomForMore() {
    claims.get().nudge();
  }

  @Override
  public void tell(UUID caller, Event.ChildEnded ended) {
    try {
      outside.get().speak(caller, (state, now) -> List.of(ended));
    } catch (IllegalArgumentException gone) {
      log.atDebug()
          .addKeyValue("run", ended.child())
          .log("Run {} has ended and its caller {} is gone", ended.child(), caller);
    }
  }

  @Override
  public void unreadable(Header header, Throwable why) {
    log.atError()
        .addKeyValue("run", header.id())
        .setCause(why)
        .log("Run {} cannot be loaded", header.id());
    outside.get().pause(header, "its log cannot be read: " + why.getMessage());
  }
}
