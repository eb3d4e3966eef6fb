package dev.holdfast.server.meters;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.store.memory.MemoryStore;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class CensusTest {

  private final MemoryStore store = new MemoryStore(InstantSource.system());
  private final AtomicLong nanos = new AtomicLong();
  private final Census census = new Census(store, nanos::get);

  @Test
  void howeverManyAskTheStoreIsAskedOnceInAWhile() {
    var first = census.take(Duration.ofSeconds(1));
    long asked = store.statements();

    nanos.addAndGet(Duration.ofMillis(900).toNanos());
    assertThat(census.take(Duration.ofSeconds(1))).isSameAs(first);
    assertThat(census.latest()).isSameAs(first);
    assertThat(store.statements()).isEqualTo(asked);

    nanos.addAndGet(Duration.ofMillis(200).toNanos());
    assertThat(census.take(Duration.ofSeconds(1))).isNotSameAs(first);
    assertThat(store.statements()).isGreaterThan(asked);
  }

  @Test
  void beforeTheFirstCountThereIsNothingToSay() {
    assertThat(census.latest()).isNull();
    assertThat(store.statements()).isZero();
  }
}
