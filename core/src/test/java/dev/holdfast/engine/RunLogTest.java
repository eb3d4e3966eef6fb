package dev.holdfast.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.log.Event;
import dev.holdfast.log.EventCodec;
import dev.holdfast.log.HeaderFold;
import dev.holdfast.log.Journal;
import dev.holdfast.log.Json;
import dev.holdfast.store.Append;
import dev.holdfast.store.Header;
import dev.holdfast.store.HeaderChange;
import dev.holdfast.store.Outcome;
import dev.holdfast.store.memory.MemoryStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RunLogTest {

  private static final Instant AT = Instant.parse("2026-01-02T03:04:05Z");
  private static final Event OURS = new Event.ValuePublished(AT, "ours", new Json("1"));
  private static final Event THEIRS = new Event.SignalReceived(AT, "theirs", new Json("2"), null);

  private final EventCodec codec = new EventCodec(1_000);
  private final MemoryStore store = new MemoryStore(() -> AT);
  private Runnable afterCommit = () -> {};
  private final Journal journal = new Journal(store, 100, append -> afterCommit.run());
  private final List<Event> heard = new ArrayList<>();
  private Header header;
  private RunLog log;

  @BeforeEach
  void open() {
    var created =
        new Event.RunCreated(
            AT, "w", null, null, 100, 5, null, null, null, null, null, "default", null, Map.of());
    header = HeaderFold.create(new UUID(0x7000, 1), created);
    append(1, created, new HeaderChange.Insert(header));
    var claimed = new Event.RunClaimed(AT, "node");
    header = header.with(HeaderFold.next(header.state(), claimed));
    append(2, claimed, new HeaderChange.Update(header.state()));
    log = new RunLog(store, journal, tailAt(2), new Ears());
  }

  @AfterEach
  void close() {
    journal.close();
    store.close();
  }

  @Test
  void what_could_not_be_appended_still_waits_to_be_shown() {
    log.buffer(OURS);
    assertThat(log.bufferedSince()).isEqualTo(AT);
    append(3, THEIRS, null);

    boolean committed = log.commitIf(() -> heard.isEmpty() ? OURS : null);

    assertThat(committed).isFalse();
    assertThat(heard).containsExactly(THEIRS);
    assertThat(log.bufferedSince()).isEqualTo(AT);
    log.flush();
    assertThat(log.bufferedSince()).isNull();
    assertThat(tailAt(0).readOn()).hasSize(4).endsWith(THEIRS, OURS);
  }

  @Test
  void what_is_said_right_behind_an_append_is_heard_without_another_append() {
    afterCommit =
        () -> {
          afterCommit = () -> {};
          // Our append is written, and its writer does not know it yet.
          assertThat(store.commit(List.of(appendOf(4, THEIRS, null))))
              .containsExactly(Outcome.COMMITTED);
          log.refresh();
        };

    log.commit(OURS);

    assertThat(heard).containsExactly(THEIRS);
    log.commit(OURS);
    assertThat(tailAt(2).readOn()).containsExactly(OURS, THEIRS, OURS);
  }

  @Test
  void what_is_said_right_behind_the_end_of_a_run_does_not_make_that_end_somebody_elses() {
    afterCommit = log::refresh;

    log.commit(new Event.RunCompleted(AT, new Json("1"), 1));

    assertThat(tailAt(2).readOn()).hasSize(1);
  }

  private Tail tailAt(long seq) {
    return new Tail(store, new Patience(() -> false), codec, header, seq);
  }

  private void append(long seq, Event event, @Nullable HeaderChange change) {
    assertThat(journal.append(appendOf(seq, event, change))).isEqualTo(Outcome.COMMITTED);
  }

  private Append appendOf(long seq, Event event, @Nullable HeaderChange change) {
    var encoded = codec.encode(List.of(event));
    return new Append(header.id(), seq, 1, encoded.events(), change, encoded.payloads());
  }

  private final class Ears implements RunLog.Listener {

    @Override
    public void heard(Event event) {
      heard.add(event);
    }

    @Override
    public void lost(Unwind why) {
      throw why;
    }
  }
}
