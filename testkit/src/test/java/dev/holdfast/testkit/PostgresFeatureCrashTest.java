package dev.holdfast.testkit;

class PostgresFeatureCrashTest extends FeatureCrashContract {

  @Override
  Bed bed() {
    return new PostgresBed();
  }
}
