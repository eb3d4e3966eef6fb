package dev.holdfast.engine;

import java.util.Locale;
import java.util.UUID;

/**
 * Something in a store that must not be so.
 *
 * @param run whose log or header it is
 * @param kind which promise is broken
 * @param what one sentence for people
 */
public record Problem(UUID run, Kind kind, String what) {

  /** What can be wrong with a run. */
  public enum Kind {
    /** The log has gaps, cannot be read, or tells a story that cannot have happened. */
    LOG,
    /** A value that stands beside the log is missing or is not the one that was stored. */
    PAYLOAD,
    /** The header is missing, has no log, or says something else than its log. */
    HEADER,
    /** Somebody holds a run that nobody advances, or nobody holds one that is being advanced. */
    LEASE,
    /** The run waits, and nothing will ever wake it. */
    STUCK;

    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
