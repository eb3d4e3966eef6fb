package dev.holdfast.bench;

import dev.holdfast.Holdfast;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/**
 * Ten thousand runs in the middle of a step, their process killed with signal 9: how long a new
 * process takes, from its start, until it has claimed all of them again.
 */
final class Recovery {

  static final int RUNS = 10_000;
  private static final String READY = "holding all runs after ";

  private Recovery() {}

  static double seconds(Target target) throws IOException, InterruptedException {
    var store = target.newStore();
    var first = child("begin", store);
    awaitReady(first);
    first.destroyForcibly().waitFor();
    var second = child("recover", store);
    try {
      return awaitReady(second);
    } finally {
      second.destroyForcibly().waitFor();
    }
  }

  /** The child's own main: holds runs until it is killed. */
  static void hold(String mode, String store) throws InterruptedException {
    var holdfast = Holdfast.open(store);
    var never = new CountDownLatch(1);
    var stuck =
        holdfast.job(
            "bench.stuck.v1",
            Integer.class,
            Integer.class,
            n -> {
              never.await();
              return n;
            });
    holdfast.start();
    if (mode.equals("begin")) {
      Load.seconds(RUNS, 1_000, stuck::start);
    }
    while (holdfast.engine().liveRuns() < RUNS) {
      LockSupport.parkNanos(1_000_000);
    }
    long started = ManagementFactory.getRuntimeMXBean().getStartTime();
    System.out.println(READY + (System.currentTimeMillis() - started) + " ms");
    never.await();
  }

  private static Process child(String mode, String store) throws IOException {
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    return new ProcessBuilder(
            java,
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            Main.class.getName(),
            "hold",
            mode,
            store)
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private static double awaitReady(Process child) throws IOException {
    try (var lines =
        new BufferedReader(new InputStreamReader(child.getInputStream(), StandardCharsets.UTF_8))) {
      for (var line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith(READY)) {
          var ms = line.substring(READY.length(), line.length() - " ms".length());
          return Double.parseDouble(ms) / 1_000;
        }
      }
    }
    throw new IllegalStateException("the child process ended before it held all runs");
  }
}
