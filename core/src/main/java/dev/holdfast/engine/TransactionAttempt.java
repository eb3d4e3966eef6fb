package dev.holdfast.engine;

import dev.holdfast.log.Event;
import dev.holdfast.store.Append;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One try at work in a transaction of the store, and what it would append to its run's log. */
final class TransactionAttempt {

  private final RunLog.Transaction work;
  private final Supplier<List<Event>> before;
  private final Tail tail;
  private List<Event> events = List.of();
  private @Nullable Append append;

  /**
   * @param before what waits to be written before the work's own event, asked once that is known
   */
  TransactionAttempt(RunLog.Transaction work, Supplier<List<Event>> before, Tail tail) {
    this.work = work;
    this.before = before;
    this.tail = tail;
  }

  Append run(Connection connection) throws Exception {
    var event = work.run(connection);
    events = new ArrayList<>(before.get());
    events.add(event);
    append = tail.append(events);
    return append;
  }

  List<Event> events() {
    return events;
  }

  Append append() {
    if (append == null) {
      throw new IllegalStateException("a commit cannot be unknown before there is one");
    }
    return append;
  }
}
