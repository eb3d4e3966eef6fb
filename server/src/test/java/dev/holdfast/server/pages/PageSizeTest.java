package dev.holdfast.server.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The dashboard stays small enough to do without a build step. */
class PageSizeTest {

  private static final long BYTES_MAX = 300_000;
  private static final int LINES_MAX = 300;

  /** The library that places graphs, a text that no page loads, the interface's own reference. */
  private static final List<String> NOT_COUNTED =
      List.of("dagre.js", "LICENSES.txt", "docs.html", "docs.js", "docs.css");

  @Test
  void allPagesOfTheDashboardTogetherAreSmall() throws IOException {
    long bytes =
        files().stream()
            .filter(file -> !NOT_COUNTED.contains(file.getFileName().toString()))
            .mapToLong(PageSizeTest::size)
            .sum();
    assertThat(bytes).isBetween(100_000L, BYTES_MAX);
  }

  @Test
  void aComponentIsShort() throws IOException {
    for (var file : files()) {
      if (file.toString().endsWith(".js") && !file.toString().contains("vendor")) {
        assertThat(Files.readAllLines(file)).as(file.toString()).hasSizeLessThan(LINES_MAX);
      }
    }
  }

  /** As they stand in the sources: what was built before may hold files that are gone. */
  private static List<Path> files() throws IOException {
    try (var found = Files.walk(Path.of("src", "main", "resources", "web"))) {
      return found.filter(Files::isRegularFile).toList();
    }
  }

  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
