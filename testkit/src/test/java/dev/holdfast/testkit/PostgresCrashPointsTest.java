package dev.holdfast.testkit;

class PostgresCrashPointsTest extends CrashPointsContract {

  @Override
  Bed bed() {
    return new PostgresBed();
  }
}
