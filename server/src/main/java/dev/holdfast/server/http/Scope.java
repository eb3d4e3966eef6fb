package dev.holdfast.server.http;

import java.util.Locale;

/** What a caller must be allowed to do before a route answers. */
public enum Scope {
  /** Anyone, without a token: whether the process is alive. */
  OPEN,
  /** Look at workflows and runs. */
  READ,
  /** Start runs and act on them. */
  OPERATE,
  /** Change what others depend on. */
  ADMIN;

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
