package dev.holdfast.store.memory;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.store.Store;
import dev.holdfast.store.StoreContract;
import java.time.InstantSource;
import java.util.Optional;
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
}
