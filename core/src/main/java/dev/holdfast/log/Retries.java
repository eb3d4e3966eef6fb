package dev.holdfast.log;

import dev.holdfast.store.HeaderState;
import dev.holdfast.store.RunPhase;
import dev.holdfast.store.RunStatus;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which steps are being tried again, as it stands in what a header waits for: {@code another
 * attempt at charge, another attempt at ship}. A run that only looks as if it were running can so
 * be told from the header alone. Only the first few are named.
 */
final class Retries {

  private static final String BETWEEN = ", ";
  private static final int NAMED_MAX = 3;

  private Retries() {}

  /** The step is to be tried again. */
  static @Nullable String with(@Nullable String waitingFor, String step) {
    var named = named(waitingFor);
    var one = HeaderFold.storable(RunPhase.RETRY_OF + step);
    if (!named.contains(one) && named.size() < NAMED_MAX) {
      named.add(one);
    }
    return join(named);
  }

  /** The step is not tried again. What a run waits for that nobody holds is left as it is. */
  static @Nullable String without(HeaderState state, String step) {
    var waitingFor = state.waitingFor();
    if (waitingFor == null || state.status() != RunStatus.LEASED) {
      return waitingFor;
    }
    var named = named(waitingFor);
    return named.remove(HeaderFold.storable(RunPhase.RETRY_OF + step)) ? join(named) : waitingFor;
  }

  private static List<String> named(@Nullable String waitingFor) {
    List<String> named = new ArrayList<>(NAMED_MAX);
    if (waitingFor != null) {
      for (var one : waitingFor.split(BETWEEN, -1)) {
        if (one.startsWith(RunPhase.RETRY_OF)) {
          named.add(one);
        }
      }
    }
    return named;
  }

  private static @Nullable String join(List<String> named) {
    return named.isEmpty() ? null : String.join(BETWEEN, named);
  }
}
