package dev.holdfast.testkit;

import java.util.stream.Stream;

class MemoryCrashPointsTest extends CrashPointsContract {

  @Override
  Bed bed() {
    return new MemoryBed();
  }

  /** There is no transaction to share in memory. */
  @Override
  Stream<Shape> shapes() {
    return super.shapes().filter(shape -> shape != Shape.TRANSACTION);
  }
}
