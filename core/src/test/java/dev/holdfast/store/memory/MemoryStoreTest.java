package dev.holdfast.store.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.store.Append;
import dev.holdfast.store.Header;
import dev.holdfast.store.HeaderChange;
import dev.holdfast.store.HeaderState;
import dev.holdfast.store.RunQuery;
import dev.holdfast.store.RunStatus;
import dev.holdfast.store.Store;
import dev.holdfast.store.StoreContract;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MemoryStoreTest extends StoreContract {

  @Override
  protected Store open(InstantSource clock) {
    return new MemoryStore(clock);
  }

  @Override
  protected Optional<Store> another() {
    return Optional.empty();
  }

  @Override
  public boolean supportsTransactions() {
    return false;
  }

  @Test
  void a_transaction_is_refused_with_advice() {
    assertThatThrownBy(
            () ->
                store()
                    .transact(
                        connection -> {
                          throw new AssertionError("must not run");
                        }))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("SQLite")
        .hasMessageContaining("PostgreSQL");
  }

  @Test
  void work_for_others_is_hinted_after_the_commit() {
    var hints = new AtomicInteger();
    store().onHint(() -> hints.addAndGet(store().find(RunQuery.all(10)).size()));
    store().onHint(hints::incrementAndGet);
    var due = header(RunStatus.PENDING, store().now());
    var run = due.id();

    assertThat(hintsAfter(hints, insert(due))).as("a due run, already visible").isEqualTo(2);
    assertThat(hintsAfter(hints, append(run, 2, new HeaderChange.Poke()))).isEqualTo(2);
    assertThat(hintsAfter(hints, append(run, 2, new HeaderChange.Poke()))).as("lost").isZero();
    assertThat(hintsAfter(hints, append(run, 3, null))).isZero();
    var parked = header(RunStatus.PENDING, null).state();
    assertThat(hintsAfter(hints, append(run, 4, new HeaderChange.Update(parked)))).isZero();
    assertThat(hintsAfter(hints, append(run, 5, new HeaderChange.Update(due.state()))))
        .as("woken")
        .isEqualTo(2);
    assertThat(hintsAfter(hints, insert(header(RunStatus.LEASED, store().now())))).isZero();
  }

  private int hintsAfter(AtomicInteger hints, Append append) {
    hints.set(0);
    store().commit(List.of(append));
    return hints.get();
  }

  private static Append insert(Header header) {
    return append(header.id(), 1, new HeaderChange.Insert(header));
  }

  private static Append append(UUID run, long seq, @Nullable HeaderChange change) {
    return new Append(run, seq, 1, "[{}]", change, List.of());
  }

  private static Header header(RunStatus status, @Nullable Instant runAt) {
    var state =
        new HeaderState(status, runAt, null, 1, null, null, null, null, null, Instant.EPOCH);
    return new Header(
        UUID.randomUUID(),
        "w",
        null,
        null,
        1,
        1,
        null,
        null,
        null,
        null,
        "n",
        Instant.EPOCH,
        state);
  }
}
