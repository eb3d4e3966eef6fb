package dev.holdfast.server.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.log.Json;
import dev.holdfast.store.RunStatus;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** The examples of the guide do what it says they do. */
class GuideTest {

  private static final Pattern BLOCK = Pattern.compile("```json (\\w+)\n(.*?)```", Pattern.DOTALL);

  private static final class Example {
    final String kind;
    final String definition;
    @Nullable String input;
    @Nullable String result;

    Example(String kind, String definition) {
      this.kind = kind;
      this.definition = definition;
    }
  }

  @TempDir private Path folder;

  @TestFactory
  List<DynamicTest> everyExampleIsAcceptedAndRuns() throws IOException {
    var examples = examples();
    assertThat(examples).hasSizeGreaterThan(7);
    List<DynamicTest> tests = new ArrayList<>();
    for (int i = 0; i < examples.size(); i++) {
      var example = examples.get(i);
      var store = folder.resolve("example-" + i);
      tests.add(
          DynamicTest.dynamicTest(
              example.definition.lines().skip(1).findFirst().orElse(""),
              () -> check(example, store)));
    }
    return tests;
  }

  private static void check(Example example, Path store) throws IOException {
    Files.createDirectories(store);
    try (var bed = new GraphBed(store)) {
      var workflow = bed.graphs.create(example.definition);
      if (example.kind.equals("definition")) {
        return;
      }
      var order = bed.graphs.createOrder(BigDecimal.TEN).id();
      var input = example.input == null ? null : new Json(example.input);
      var run = bed.graphs.start(workflow, GraphStart.empty().input(input).order(order));
      var state = bed.end(run);
      assertThat(state.header().state().status())
          .as(String.valueOf(state.failure()))
          .isEqualTo(RunStatus.SUCCEEDED);
      if (example.result != null) {
        var result = new Json(String.valueOf(state.header().state().result()));
        assertThat(Values.tree(result)).isEqualTo(Values.tree(new Json(example.result)));
      }
      bed.assertSound();
    }
  }

  private static List<Example> examples() throws IOException {
    List<Example> examples = new ArrayList<>();
    var found = BLOCK.matcher(Files.readString(guide()));
    while (found.find()) {
      switch (found.group(1)) {
        case "input" -> examples.getLast().input = found.group(2);
        case "result" -> examples.getLast().result = found.group(2);
        default -> examples.add(new Example(found.group(1), found.group(2)));
      }
    }
    return examples;
  }

  /** From wherever the tests are run, upwards to the clone. */
  private static Path guide() {
    for (var at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
      var guide = at.resolve("docs/guide/graphs.md");
      if (Files.exists(guide)) {
        return guide;
      }
    }
    throw new IllegalStateException("there is no docs/guide/graphs.md above here");
  }
}
