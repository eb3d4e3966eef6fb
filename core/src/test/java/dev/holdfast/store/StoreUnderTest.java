package dev.holdfast.store;

/** What the parts of {@link StoreContract} work with. */
interface StoreUnderTest {

  /** The store, empty when the test began. */
  Store store();

  /**
   * A second handle on the same data, as another process has it; the same one where there is none.
   */
  Store second();

  /** The time that the store believes in. */
  ManualClock clock();

  boolean supportsTransactions();
}
