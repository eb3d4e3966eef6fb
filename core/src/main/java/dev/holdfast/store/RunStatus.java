package dev.holdfast.store;

import java.util.Locale;

/** The five words of the {@code status} column. */
public enum RunStatus {
  /** Not being advanced: due, scheduled, or waiting for something. */
  PENDING,
  /** A node advances it. */
  LEASED,
  SUCCEEDED,
  FAILED,
  CANCELLED;

  public boolean terminal() {
    return this == SUCCEEDED || this == FAILED || this == CANCELLED;
  }

  /** As it stands in the database. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static RunStatus of(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }
}
