package dev.holdfast.architecture;

import static org.junit.jupiter.api.Assertions.fail;

import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.FormatterException;
import com.google.googlejavaformat.java.StringWrapper;
import dev.holdfast.architecture.Repository.TextFile;
import dev.holdfast.architecture.SourceTree.Kind;
import dev.holdfast.architecture.SourceTree.Mention;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The rules of CONTRIBUTING.md that a machine can check in the text of the sources. */
class TidyTest {

  private static final int LINE_COLUMNS_MAX = 100;
  private static final int METHOD_LINES_MAX = 60;
  private static final int FILE_LINES_MAX = 400;
  private static final int SQL_STORE_LINES_MAX = 600;

  private static final Pattern SQL_STORE = Pattern.compile("/store/(sqlite|postgres)/");

  /** Packages whose purpose is to print. */
  private static final Pattern PRINTS =
      Pattern.compile("/dev/holdfast/(server/([^/]+|cli/.*)|bench/.*|examples/.*)$");

  /** Written so that this file does not break its own rules. */
  private static final Pattern REMINDER = Pattern.compile("\\b(TO" + "DO|FIX" + "ME|XX" + "X)\\b");

  private static final Pattern MACHINE_PATH =
      Pattern.compile("(?<![\\w.-])/(wo" + "rk/|ro" + "ot/|tmp/" + "hf\\b)");

  @Test
  void sourcesAreFormatted() throws IOException {
    boolean write = Boolean.getBoolean("tidy.write");
    List<String> unformatted = new ArrayList<>();
    for (TextFile file : Repository.javaFiles()) {
      String formatted = format(file);
      if (formatted.equals(file.text())) {
        continue;
      }
      if (write) {
        Files.writeString(file.path(), formatted);
      } else {
        unformatted.add(file.name());
      }
    }
    expectNone("Not formatted. ./format repairs these files", unformatted);
  }

  @Test
  void filesAreShort() {
    expectNone(
        "Too long a file: split it by noun",
        Repository.javaFiles().stream()
            .filter(file -> file.lines().size() > linesMax(file))
            .map(
                file ->
                    "%s: %d lines, at most %d"
                        .formatted(file.name(), file.lines().size(), linesMax(file))));
  }

  @Test
  void methodsAreShort() {
    expectNone(
        "Too long a method: at most " + METHOD_LINES_MAX + " lines",
        trees().stream()
            .flatMap(
                tree ->
                    tree.methods().stream()
                        .filter(method -> method.length() > METHOD_LINES_MAX)
                        .map(
                            method ->
                                "%s:%d %s has %d lines"
                                    .formatted(
                                        tree.file().name(),
                                        method.line(),
                                        method.name(),
                                        method.length()))));
  }

  @Test
  void linesAreShort() {
    expectNone(
        "Too long a line: at most " + LINE_COLUMNS_MAX + " columns",
        linesOf(
            Repository.javaFiles(),
            line ->
                line.codePointCount(0, line.length()) > LINE_COLUMNS_MAX
                    && !line.startsWith("import ")
                    && !line.contains("://")));
  }

  @Test
  void importsNameOneTypeEach() {
    expectNone(
        "A wildcard import hides where a name comes from",
        mentions((file, name) -> name.kind() == Kind.IMPORT && name.text().endsWith(".*")));
  }

  @Test
  void remindersAreIssuesNotComments() {
    expectNone(
        "Do it now or write an issue",
        linesOf(Repository.javaFiles(), line -> REMINDER.matcher(line).find()));
  }

  @Test
  void onlyProgramsPrint() {
    expectNone(
        "Return it or log it: only the command line, the measurements and the examples print",
        mentions(
            (file, name) ->
                name.kind() == Kind.NAME
                    && name.text().startsWith("System.out.")
                    && !PRINTS.matcher(file.name()).find()));
  }

  @Test
  void testsDoNotSleep() {
    expectNone(
        "A test that sleeps is slow or wrong: wait for the event, or set the clock",
        mentions(
            (file, name) ->
                file.isTest()
                    && name.kind() == Kind.NAME
                    && name.text().matches("(.*\\.)?(Thread|TimeUnit\\.[A-Z]+)\\.sleep")));
  }

  @Test
  void noTestIsDisabled() {
    expectNone(
        "Repair the test or remove it",
        mentions(
            (file, name) ->
                name.kind() == Kind.ANNOTATION && name.text().matches("(.*\\.)?Disabled")));
  }

  @Test
  void everyPackageSaysWhatItIsFor() {
    expectNone(
        "A package without package-info.java (one in src/main serves the tests of its module)",
        Repository.javaFiles().stream()
            .map(file -> file.path().getParent())
            .distinct()
            .filter(folder -> !hasPackageInfo(folder))
            .map(folder -> Repository.root().relativize(folder).toString()));
  }

  @Test
  void nothingKnowsTheMachineItWasWrittenOn() {
    expectNone(
        "A path of one machine",
        linesOf(Repository.textFiles(), line -> MACHINE_PATH.matcher(line).find()));
  }

  private static String format(TextFile file) {
    try {
      Formatter formatter = new Formatter();
      String formatted = formatter.formatSourceAndFixImports(file.text());
      return StringWrapper.wrap(formatted, formatter);
    } catch (FormatterException e) {
      return fail(file.name() + " cannot be parsed", e);
    }
  }

  private static int linesMax(TextFile file) {
    return SQL_STORE.matcher(file.name()).find() ? SQL_STORE_LINES_MAX : FILE_LINES_MAX;
  }

  private static boolean hasPackageInfo(Path folder) {
    Path inMain = Path.of(folder.toString().replaceFirst("src([/\\\\])test", "src$1main"));
    return Stream.of(folder, inMain)
        .anyMatch(place -> Files.exists(place.resolve("package-info.java")));
  }

  private static List<SourceTree> trees() {
    return SourceTree.parse(Repository.javaFiles());
  }

  private static Stream<String> mentions(BiFunction<TextFile, Mention, Boolean> wrong) {
    return trees().stream()
        .flatMap(
            tree ->
                tree.mentions().stream()
                    .filter(name -> wrong.apply(tree.file(), name))
                    .map(
                        name ->
                            "%s:%d %s".formatted(tree.file().name(), name.line(), name.text())));
  }

  private static Stream<String> linesOf(List<TextFile> files, Predicate<String> wrong) {
    return files.stream()
        .flatMap(
            file -> {
              List<String> lines = file.lines();
              return IntStream.range(0, lines.size())
                  .filter(i -> wrong.test(lines.get(i)))
                  .mapToObj(i -> "%s:%d %s".formatted(file.name(), i + 1, lines.get(i).strip()));
            });
  }

  private static void expectNone(String rule, Stream<String> offences) {
    expectNone(rule, offences.toList());
  }

  private static void expectNone(String rule, List<String> offences) {
    if (!offences.isEmpty()) {
      fail(rule + ":\n  " + String.join("\n  ", offences));
    }
  }
}
