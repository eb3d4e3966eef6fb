package dev.holdfast.testkit;

class MemoryCrashPointsTest extends CrashPointsContract {

  @Override
  Bed bed() {
    return new MemoryBed();
  }
}
