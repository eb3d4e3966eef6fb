package dev.holdfast.testkit;

class MemoryFeatureCrashTest extends FeatureCrashContract {

  @Override
  Bed bed() {
    return new MemoryBed();
  }
}
