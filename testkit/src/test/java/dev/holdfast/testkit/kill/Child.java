package dev.holdfast.testkit.kill;

import dev.holdfast.testkit.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A JVM of its own with the class path of this one, and the signals that befall it. */
public final class Child implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Process process;
  private final Path output;

  private Child(Process process, Path output) {
    this.process = process;
    this.output = output;
  }

  /** Starts it quickly rather than fast: it does not live long. */
  public static Child start(Class<?> main, Path output, List<String> flags, String... args) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xmx256m",
            "-Xshare:auto",
            "--enable-native-access=ALL-UNNAMED",
            "-Dtestkit.log=" + output + ".log"));
    command.addAll(flags);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(Arrays.asList(args));
    try {
      var process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      return new Child(process, output);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** SIGKILL, and waits until it is gone. */
  public void kill() {
    process.destroyForcibly();
    Await.until("the end of a killed process", PATIENCE, () -> !process.isAlive());
  }

  /** SIGSTOP: it stands still, and its sockets stay open. */
  public void freeze() {
    signal("STOP");
  }

  /** SIGCONT: it goes on as if nothing had happened. */
  public void thaw() {
    signal("CONT");
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** Waits until it ends by itself and returns its exit code. */
  public int join(Duration atMost) throws InterruptedException {
    if (!process.waitFor(atMost.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new AssertionError("still running after %s: %s".formatted(atMost, output()));
    }
    return process.exitValue();
  }

  /** What it has printed. */
  public String output() {
    try {
      return Files.readString(output);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What each of its threads is doing, virtual ones too. */
  public String threads() {
    try {
      var dump = Path.of(output + ".threads");
      var jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
      var pid = "" + process.pid();
      new ProcessBuilder(jcmd, pid, "Thread.dump_to_file", "-overwrite", dump.toString())
          .start()
          .waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      return Files.exists(dump) ? Files.readString(dump) : "no thread dump";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "interrupted";
    }
  }

  @Override
  public void close() {
    if (process.isAlive()) {
      kill();
    }
  }

  private void signal(String name) {
    try {
      int exit = new ProcessBuilder("kill", "-" + name, "" + process.pid()).start().waitFor();
      if (exit != 0) {
        throw new IllegalStateException("kill -" + name + " ended with " + exit);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
