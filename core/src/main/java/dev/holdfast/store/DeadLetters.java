package dev.holdfast.store;

import java.time.Instant;
import java.util.Collection;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What people have decided about runs that have failed for good. A run that nobody has decided
 * about is a dead letter; {@link RunFilter#deadLetters} finds those. The log of a run that has
 * ended is never written again, so decisions are kept beside it.
 */
public interface DeadLetters {

  /** What can be decided. */
  enum Decision {
    /** It goes on as another run. */
    REQUEUED,
    /** Nothing more is to be done about it. */
    DISCARDED;

    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    public static Decision of(String word) {
      return valueOf(word.toUpperCase(Locale.ROOT));
    }
  }

  /**
   * One decision.
   *
   * @param successor the run that goes on; null when it was discarded
   * @param reason what the person said
   */
  record Decided(
      UUID run, Decision decision, @Nullable UUID successor, @Nullable String reason, Instant at) {

    public Decided {
      at = Micros.truncate(at);
    }
  }

  /** Keeps decisions, all or none; returns the runs about which none was known before. */
  Set<UUID> decide(Collection<Decided> decisions);

  /** The decision about this run. */
  Optional<Decided> decision(UUID run);
}
