package dev.holdfast.server.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The pages stay small enough to do without a build step. */
class PageSizeTest {

  private static final long BYTES_MAX = 300 * 1024;
  private static final int LINES_MAX = 300;

  /** The library that places graphs, and a text that no page loads. */
  private static final List<String> NOT_COUNTED = List.of("dagre.js", "LICENSES.txt");

  @Test
  void allPagesTogetherAreSmall() throws Exception {
    long bytes =
        files().stream()
            .filter(file -> !NOT_COUNTED.contains(file.getFileName().toString()))
            .mapToLong(PageSizeTest::size)
            .sum();
    assertThat(bytes).isBetween(100_000L, BYTES_MAX);
  }

  @Test
  void aComponentIsShort() throws Exception {
    for (var file : files()) {
      if (file.toString().endsWith(".js") && !file.toString().contains("vendor")) {
        assertThat(Files.readAllLines(file)).as(file.toString()).hasSizeLessThan(LINES_MAX);
      }
    }
  }

  private static List<Path> files() throws IOException, URISyntaxException {
    var page = Objects.requireNonNull(PageSizeTest.class.getResource("/web/index.html"));
    try (var found = Files.walk(Objects.requireNonNull(Path.of(page.toURI()).getParent()))) {
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
