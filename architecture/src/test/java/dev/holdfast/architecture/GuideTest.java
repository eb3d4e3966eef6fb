package dev.holdfast.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.architecture.Repository.TextFile;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * What the documents show is what the tests run. Every piece of Java in them is a copy of a region
 * of a source that is compiled and executed:
 *
 * <pre>
 * // snippet: run                 in examples/.../StepsTest.java, or a test of the server
 * ...
 * // end of snippet
 * </pre>
 *
 * and above the block in the document a comment says which: {@code snippet: StepsTest run}. {@code
 * ./format} copies them.
 */
class GuideTest {

  private static final Pattern REGION =
      Pattern.compile("(?ms)^ *// snippet: (\\S+)\\n(.*?)^ *// end of snippet$");
  private static final Pattern SHOWN =
      Pattern.compile("(?s)<!-- snippet: (\\S+ \\S+) -->\\n```java\\n(.*?)```\\n");
  private static final Pattern BLOCK = Pattern.compile("(?m)^```java$");

  private static final Pattern API_TYPE =
      Pattern.compile("core/src/main/java/dev/holdfast/[^/]+\\.java");

  @Test
  void javaInTheDocumentsIsTakenFromSourcesThatAreTested() throws IOException {
    boolean write = Boolean.getBoolean("tidy.write");
    var regions = regions();
    List<String> wrong = new ArrayList<>();
    for (var page : pages()) {
      var shown = SHOWN.matcher(page.text());
      var copied = new StringBuilder();
      while (shown.find()) {
        var name = shown.group(1);
        var source = regions.get(name);
        if (source == null) {
          wrong.add(page.name() + ": there is no snippet " + name);
        } else if (!source.equals(shown.group(2)) && !write) {
          wrong.add(page.name() + ": " + name + " is not what the test runs");
        }
        var text = source == null ? shown.group(2) : source;
        var block = "<!-- snippet: " + name + " -->\n```java\n" + text + "```\n";
        shown.appendReplacement(copied, Matcher.quoteReplacement(block));
      }
      shown.appendTail(copied);
      if (write && !copied.toString().equals(page.text())) {
        Files.writeString(page.path(), copied.toString());
      }
    }
    assertThat(wrong).as("./format copies the snippets into the documents").isEmpty();
  }

  @Test
  void noJavaInTheDocumentsIsWithoutASource() {
    for (var page : pages()) {
      assertThat(SHOWN.matcher(page.text()).results().count())
          .as("blocks of Java in %s that say where they come from", page.name())
          .isEqualTo(BLOCK.matcher(page.text()).results().count());
    }
  }

  @Test
  void everySnippetIsShownSomewhere() {
    List<String> shown = new ArrayList<>();
    pages().forEach(p -> SHOWN.matcher(p.text()).results().forEach(m -> shown.add(m.group(1))));

    assertThat(shown).containsAll(regions().keySet());
  }

  @Test
  void thereIsAPageForEveryTopic() {
    assertThat(pages())
        .extracting(TextFile::name)
        .contains(
            "docs/guide/steps.md",
            "docs/guide/parallel.md",
            "docs/guide/time.md",
            "docs/guide/signals.md",
            "docs/guide/children.md",
            "docs/guide/sagas.md",
            "docs/guide/transactions.md",
            "docs/guide/versions.md",
            "docs/guide/testing.md",
            "docs/guide/errors.md");
  }

  @Test
  void everyPublicTypeOfTheLibraryShowsHowItIsUsed() {
    for (var file : Repository.javaFiles()) {
      var type = API_TYPE.matcher(file.name());
      var head = file.text().lines().takeWhile(line -> !line.startsWith("public ")).toList();
      if (type.matches() && head.size() < file.lines().size()) {
        assertThat(head)
            .as("%s has an example in its Javadoc", file.name())
            .contains(" * <pre>{@code");
      }
    }
  }

  /** By the simple name of their class and their own, without their indentation. */
  private static Map<String, String> regions() {
    Map<String, String> regions = new HashMap<>();
    for (var file : Repository.javaFiles()) {
      var name = file.name();
      if (!name.startsWith("examples/") && !name.startsWith("server/src/test/")) {
        continue;
      }
      var type = name.substring(name.lastIndexOf('/') + 1, name.length() - ".java".length());
      var region = REGION.matcher(file.text());
      while (region.find()) {
        // Without its last line end, or the end would count as a line that is not indented.
        var text = region.group(2).stripTrailing().stripIndent().strip() + "\n";
        var before = regions.put(type + " " + region.group(1), text);
        assertThat(before).as("a second snippet %s in %s", region.group(1), name).isNull();
      }
    }
    return regions;
  }

  private static List<TextFile> pages() {
    return Repository.textFiles().stream()
        .filter(f -> f.name().equals("README.md") || f.name().matches("docs/guide/[^/]+\\.md"))
        .toList();
  }
}
