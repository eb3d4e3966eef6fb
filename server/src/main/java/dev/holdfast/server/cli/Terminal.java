package dev.holdfast.server.cli;

import java.io.PrintWriter;
import java.util.Locale;

/**
 * A line that shows how far long work has come. Only on a terminal, which is what the launcher
 * knows, and only once the work has taken a while.
 */
final class Terminal {

  private static final long PATIENCE_NANOS = 2_000_000_000L;
  private static final long PAUSE_NANOS = 200_000_000L;

  private final PrintWriter err;
  private final boolean present = Boolean.getBoolean("holdfast.terminal");
  private long next = System.nanoTime() + PATIENCE_NANOS;
  private boolean shown;

  Terminal(PrintWriter err) {
    this.err = err;
  }

  void show(String line) {
    if (present && System.nanoTime() - next >= 0) {
      next = System.nanoTime() + PAUSE_NANOS;
      shown = true;
      err.print("\r\033[K" + line);
      err.flush();
    }
  }

  /** Takes the line away, so that the answer does not stand behind it. */
  void clear() {
    if (shown) {
      err.print("\r\033[K");
      err.flush();
      shown = false;
    }
  }

  /** A number and its noun. */
  static String count(long number, String one, String many) {
    return String.format(Locale.ROOT, "%,d %s", number, number == 1 ? one : many);
  }
}
