package dev.holdfast.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demo as a person sees it, in processes of its own. */
class OnboardingIT {

  private static final List<String> AFTER_THE_FIRST =
      List.of("provision-laptop", "set-up-mailbox", "grant-access", "book-course", "print-badge");

  @TempDir Path folder;

  @Test
  void aCrashedDemoGoesOnWhereItWas() throws Exception {
    var first = start("3");
    var before = linesUntil(first, "[DONE] create-user-record");
    linesUntil(first, "[RUNNING]");
    first.outputWriter().append("c\n").flush();
    before.addAll(linesUntil(first, "the end"));
    assertThat(first.waitFor()).isEqualTo(137);
    assertThat(before).anyMatch(line -> line.contains("POWER CUT"));

    var second = start("0");
    second.getOutputStream().close();
    var after = linesUntil(second, "the end");
    assertThat(second.waitFor()).isZero();
    assertThat(after)
        .contains("[SKIPPED] create-user-record (already completed)")
        .noneMatch(line -> line.startsWith("[RUNNING] create-user-record"))
        .anyMatch(line -> line.contains("Workflow completed successfully!"));
    assertThat(AFTER_THE_FIRST)
        .allMatch(step -> after.stream().anyMatch(line -> line.startsWith("[DONE] " + step)));

    var third = start("0");
    assertThat(linesUntil(third, "the end"))
        .anyMatch(line -> line.contains("Already completed"))
        .noneMatch(line -> line.startsWith("[RUNNING]"));
    assertThat(third.waitFor()).isZero();
  }

  private Process start(String pace) throws IOException {
    var process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dstdout.encoding=UTF-8",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                "dev.holdfast.server.Main",
                "demo",
                "onboarding",
                "--pace",
                pace,
                folder.resolve("onboarding.db").toString())
            .redirectErrorStream(true)
            .start();
    // A demo that hangs must fail the test, not hold it up.
    var overdue = process.onExit().orTimeout(60, TimeUnit.SECONDS);
    overdue.exceptionally(late -> process.destroyForcibly());
    return process;
  }

  /** The lines up to and including the one that begins so, or to the end. */
  private static List<String> linesUntil(Process process, String beginning) throws IOException {
    List<String> lines = new ArrayList<>();
    var reader = process.inputReader(StandardCharsets.UTF_8);
    for (var line = reader.readLine(); line != null; line = reader.readLine()) {
      lines.add(line);
      if (line.startsWith(beginning)) {
        break;
      }
    }
    return lines;
  }
}
