package dev.holdfast.testkit;

import dev.holdfast.store.Store;
import dev.holdfast.store.memory.MemoryStore;

class MemoryZombieTest extends ZombieContract {

  @Override
  Store open(FakeClock clock) {
    return new MemoryStore(clock);
  }
}
