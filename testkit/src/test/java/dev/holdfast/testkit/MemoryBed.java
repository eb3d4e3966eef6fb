package dev.holdfast.testkit;

import dev.holdfast.store.Store;
import dev.holdfast.store.memory.MemoryStore;
import java.util.Map;

/** Survives crashes of engines only, which is what makes it quick. */
final class MemoryBed implements Bed {

  private final FakeClock clock = new FakeClock();

  @Override
  public FakeClock clock() {
    return clock;
  }

  @Override
  public Store open() {
    return new MemoryStore(clock);
  }

  @Override
  public Store restart(Store crashed) {
    return crashed;
  }

  @Override
  public Map<String, Integer> effects() {
    return Map.of();
  }

  @Override
  public void close() {}
}
