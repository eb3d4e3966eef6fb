package dev.holdfast.server.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Ends the process without closing, flushing or telling anything, when somebody types c or presses
 * Ctrl-C.
 */
final class PowerCut {

  /** What a shell reports of a process that was killed. */
  private static final int EXIT_CODE = 137;

  private final PrintWriter out;
  private final AtomicBoolean armed = new AtomicBoolean(true);

  private PowerCut(PrintWriter out) {
    this.out = out;
  }

  static PowerCut onRequest(PrintWriter out) {
    var cut = new PowerCut(out);
    Thread.ofPlatform().daemon().name("holdfast-demo-keys").start(cut::listen);
    // Ctrl-C begins an orderly shutdown; this is its first act and its last.
    Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(cut::crash));
    return cut;
  }

  void disarm() {
    armed.set(false);
  }

  /** A closed input ends the listening, not the run. */
  private void listen() {
    var keys = new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset()));
    try {
      for (var line = keys.readLine(); line != null; line = keys.readLine()) {
        if (line.strip().equalsIgnoreCase("c")) {
          crash();
        }
      }
    } catch (IOException unreadable) {
      // As good as closed.
    }
  }

  private void crash() {
    if (armed.get()) {
      out.println("💥 POWER CUT: the process ends here. Run the same command again.");
      out.flush();
      Runtime.getRuntime().halt(EXIT_CODE);
    }
  }
}
