package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.store.Append;
import dev.holdfast.store.Outcome;
import dev.holdfast.store.StoreException;
import dev.holdfast.store.memory.MemoryStore;
import dev.holdfast.testkit.FaultyStore.Faults;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class FaultyStoreTest {

  private final FakeClock clock = new FakeClock();
  private final MemoryStore target = new MemoryStore(clock);
  private final UUID run = UUID.randomUUID();

  @Test
  void without_a_plan_it_only_counts() {
    var store = new FaultyStore(target);

    assertThat(store.commit(List.of(created()))).containsExactly(Outcome.COMMITTED);
    assertThat(store.heartbeat("node", Duration.ofSeconds(1))).isTrue();
    assertThat(store.calls()).isEqualTo(1);
    assertThat(store.faulted()).isZero();
  }

  @Test
  void a_crash_before_the_commit_leaves_nothing_and_ends_the_process() {
    var store = new FaultyStore(target).with(Faults.once(1, Fault.CRASH_BEFORE));

    assertThatThrownBy(() -> store.commit(List.of(created()))).isInstanceOf(ProcessDied.class);

    assertThat(target.header(run)).isEmpty();
    assertThatThrownBy(() -> store.header(run)).isInstanceOf(ProcessDied.class);
    assertThat(store.dead()).isTrue();
  }

  @Test
  void a_crash_after_the_commit_leaves_all_of_it() {
    var store = new FaultyStore(target).with(Faults.once(1, Fault.CRASH_AFTER));

    assertThatThrownBy(() -> store.commit(List.of(created()))).isInstanceOf(ProcessDied.class);

    assertThat(target.header(run)).isPresent();
  }

  @Test
  void an_unknown_outcome_was_written_or_not_as_planned() {
    var applied = new FaultyStore(target).with(Faults.once(1, Fault.UNKNOWN_APPLIED));
    var dropped = new FaultyStore(target).with(Faults.once(1, Fault.UNKNOWN_NOT_APPLIED));

    assertThatThrownBy(() -> dropped.commit(List.of(created())))
        .isInstanceOf(StoreException.Unknown.class);
    assertThat(target.header(run)).isEmpty();
    assertThatThrownBy(() -> applied.commit(List.of(created())))
        .isInstanceOf(StoreException.Unknown.class);
    assertThat(target.header(run)).isPresent();
  }

  @Test
  void only_the_planned_call_fails() {
    var store = new FaultyStore(target).with(Faults.once(1, Fault.UNAVAILABLE));

    assertThatThrownBy(() -> store.commit(List.of(created())))
        .isInstanceOf(StoreException.Unavailable.class);
    assertThat(store.commit(List.of(created()))).containsExactly(Outcome.COMMITTED);
  }

  private Append created() {
    return Appends.created(run, null, clock.now());
  }
}
