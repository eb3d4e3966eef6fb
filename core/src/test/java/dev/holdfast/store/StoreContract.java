package dev.holdfast.store;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * What every store must do, whatever is below it. A store is tested by a subclass that says how to
 * open it; each part of the contract is an interface of its own.
 */
public abstract class StoreContract
    implements LogContract,
        HeaderContract,
        FindContract,
        ListContract,
        FiguresContract,
        ClaimContract,
        LostRunContract,
        StarvationContract,
        RetentionContract,
        LeaseContract,
        RaceContract,
        WorkflowContract,
        TokenContract,
        DeadLetterContract,
        OrderContract,
        TransactionContract {

  private final ManualClock clock = new ManualClock();
  private final List<Store> opened = new ArrayList<>();
  private @Nullable Store store;
  private @Nullable Store second;

  /**
   * A store without any data. Its {@link Store#now} must follow this clock, also where the
   * database's clock decides in production. Called once per test, before anything else.
   */
  protected abstract Store open(InstantSource clock);

  /** One more handle on the data of the store that was opened last, with the same clock. */
  protected abstract Optional<Store> another();

  /** False only where there is no JDBC connection. */
  @Override
  public boolean supportsTransactions() {
    return true;
  }

  @BeforeEach
  void openStore() {
    store = open(clock);
    opened.add(store);
  }

  @AfterEach
  void closeStores() {
    opened.forEach(Store::close);
  }

  @Override
  public Store store() {
    if (store == null) {
      throw new IllegalStateException("not open yet");
    }
    return store;
  }

  @Override
  public Store second() {
    if (second == null) {
      second = another().orElseGet(this::store);
      opened.add(second);
    }
    return second;
  }

  @Override
  public ManualClock clock() {
    return clock;
  }
}
