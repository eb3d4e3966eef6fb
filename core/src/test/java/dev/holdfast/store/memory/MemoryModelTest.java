package dev.holdfast.store.memory;

import dev.holdfast.store.Store;
import dev.holdfast.store.StoreModelContract;
import java.time.InstantSource;

/** The model against itself: shows that the comparison is fair and the model deterministic. */
class MemoryModelTest extends StoreModelContract {

  @Override
  protected Store open(InstantSource clock) {
    return new MemoryStore(clock);
  }
}
