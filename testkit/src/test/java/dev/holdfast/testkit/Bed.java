package dev.holdfast.testkit;

import dev.holdfast.store.Store;
import java.util.Map;

/** A store to be tested on, and what is known about it from outside. */
interface Bed extends AutoCloseable {

  FakeClock clock();

  /** Opened for the first time; the table of effects is there. */
  Store open();

  /** As after a crash of the process. */
  Store restart(Store crashed);

  /** How many rows each transactional step has left, by "run step". */
  Map<String, Integer> effects();

  @Override
  void close();
}
