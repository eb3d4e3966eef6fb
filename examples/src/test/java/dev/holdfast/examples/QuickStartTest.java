package dev.holdfast.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Holdfast;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QuickStartTest {

  @TempDir Path folder;

  @Test
  void theQuickStartRuns() {
    var store = folder.resolve("quickstart.db").toString();

    QuickStart.main(new String[] {store});
    QuickStart.main(new String[] {store});

    try (var holdfast = Holdfast.open(store)) {
      var run = holdfast.engine().byKey("pay-o-1").orElseThrow();
      assertThat(run.state().result()).isEqualTo("\"paid with charge-o-1\"");
      assertThat(holdfast.engine().state(run.id()).steps())
          .containsOnlyKeys("charge", "cool-off", "mail");
    }
  }

  @Test
  void theQuickStartIsShort() throws Exception {
    var source = Files.readString(Path.of("src/main/java/dev/holdfast/examples/QuickStart.java"));

    assertThat(source.lines().filter(l -> !l.isBlank() && !l.matches("package .*|// .*snippet.*")))
        .hasSizeLessThanOrEqualTo(20);
  }
}
