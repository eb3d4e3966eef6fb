package dev.holdfast.testkit;

class MemoryFeatureCrashTest extends FeatureFaultContract {

  @Override
  Bed bed() {
    return new MemoryBed();
  }
}
