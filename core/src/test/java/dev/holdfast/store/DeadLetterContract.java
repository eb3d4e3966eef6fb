package dev.holdfast.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.store.DeadLetters.Decided;
import dev.holdfast.store.DeadLetters.Decision;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Runs that have failed for good. */
interface DeadLetterContract extends StoreUnderTest {

  RunFilter DEAD = RunFilter.ALL.onlyDeadLetters();

  @Test
  default void what_has_failed_and_was_not_called_is_a_dead_letter() {
    var first = add(failed("Timeout: 1", null));
    var second = add(failed("Timeout: 2", null));
    add(failed("Timeout: 3", "call"));
    add(Sample.header(Sample.ended(RunStatus.SUCCEEDED)));
    add(Sample.header(Sample.ended(RunStatus.CANCELLED)));
    add(Sample.header(Sample.pending(null)));

    assertThat(store().lists().find(DEAD, null, 9)).containsExactly(second, first);
    assertThat(store().lists().find(DEAD, second.id(), 9)).containsExactly(first);
    assertThat(store().lists().counts(DEAD, 9)).containsOnlyKeys(RunPhase.FAILED);
    assertThat(store().lists().counts(DEAD, 9)).containsEntry(RunPhase.FAILED, 2L);
    assertThat(store().lists().errors(DEAD, 9))
        .extracting(RunLists.ErrorCount::error)
        .containsExactlyInAnyOrder("Timeout: 1", "Timeout: 2");
  }

  @Test
  default void what_was_decided_about_is_none_any_more() {
    var requeued = add(failed("a", null));
    var discarded = add(failed("b", null));
    var left = add(failed("c", null));
    var on = new Decided(requeued.id(), Decision.REQUEUED, Sample.id(), null, Sample.START);
    var off = new Decided(discarded.id(), Decision.DISCARDED, null, "known", Sample.START);

    assertThat(store().deadLetters().decide(List.of(on, off)))
        .containsExactlyInAnyOrder(requeued.id(), discarded.id());

    assertThat(second().lists().find(DEAD, null, 9)).containsExactly(left);
    assertThat(second().deadLetters().decision(requeued.id())).contains(on);
    assertThat(second().deadLetters().decision(discarded.id())).contains(off);
    assertThat(second().deadLetters().decision(left.id())).isEmpty();
    assertThat(store().lists().find(RunFilter.ALL, null, 9)).hasSize(3);
  }

  @Test
  default void the_first_decision_counts() {
    var run = add(failed("a", null)).id();
    var first = new Decided(run, Decision.DISCARDED, null, null, Sample.START);
    var later = new Decided(run, Decision.REQUEUED, Sample.id(), null, Sample.START.plusSeconds(1));

    assertThat(store().deadLetters().decide(List.of(first))).containsExactly(run);
    assertThat(second().deadLetters().decide(List.of(later))).isEmpty();

    assertThat(store().deadLetters().decision(run)).contains(first);
  }

  private Header add(Header header) {
    store().commit(List.of(Sample.insert(header)));
    return store().header(header.id()).orElseThrow();
  }

  private static Header failed(String error, @Nullable String calledBy) {
    var at = Sample.START;
    var state = new HeaderState(RunStatus.FAILED, at, null, 1, null, error, null, at, at, at);
    UUID parent = calledBy == null ? null : Sample.id();
    return new Header(
        Sample.id(), "a.b", null, null, 100, 3, parent, calledBy, null, null, "default", at, state);
  }
}
