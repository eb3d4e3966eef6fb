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
      assertThat(run.state().result()).contains("charged 4999 cents");
      assertThat(holdfast.engine().state(run.id()).steps())
          .containsOnlyKeys("charge", "mail", "cool-off");
    }
  }

  @Test
  void theReadmeShowsWhatRuns() throws Exception {
    var source = Files.readString(Path.of("src/main/java/dev/holdfast/examples/QuickStart.java"));
    var readme = Files.readString(Path.of("../README.md"));

    var shown = readme.substring(readme.indexOf("```java") + 7);
    shown = shown.substring(0, shown.indexOf("```"));

    assertThat(words(source)).contains(words(shown));
  }

  private static String words(String text) {
    return text.strip().replaceAll("\\s+", " ");
  }
}
