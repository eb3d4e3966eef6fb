package dev.holdfast;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An application that is a named module and opens nothing: the types of its lambdas are known all
 * the same. A real module in a process of its own, because on the class path everything is open.
 */
class NamedModuleTest {

  private static final Pattern NEEDED =
      Pattern.compile("^(jackson-|sqlite-jdbc|postgresql-|HikariCP|java-uuid|slf4j-api|jspecify)");

  private static final String MODULE =
      """
      module shop.app {
        requires dev.holdfast;
        exports shop.values to tools.jackson.databind;
      }
      """;

  private static final String VALUES =
      """
      package shop.values;

      public record Order(String id, long cents) {}
      """;

  private static final String PROGRAM =
      """
      package shop;

      import dev.holdfast.Holdfast;
      import java.util.List;
      import shop.values.Order;

      public class App {
        public static void main(String[] args) {
          for (int life = 1; life <= 2; life++) {
            try (var holdfast = Holdfast.open(args[0])) {
              int now = life;
              String told = holdfast.run("app", wf -> {
                Order order = wf.step("order", () -> new Order("o-" + now, 1));
                List<Order> all = wf.step("all", App::all);
                return order.id() + " " + all.getFirst().cents();
              });
              System.out.println(told);
            }
          }
          try (var holdfast = Holdfast.open(args[0])) {
            holdfast.execute("raw", wf -> wf.step("raw", () -> all()));
          } catch (RuntimeException e) {
            System.out.println(e.getMessage());
          }
          System.out.println(App.class.getModule());
        }

        static List<Order> all() {
          return List.of(new Order("o-1", 7));
        }
      }
      """;

  @TempDir Path folder;

  @Test
  void the_types_of_lambdas_in_a_module_that_opens_nothing_are_known() throws Exception {
    var modules = modulePath();
    compile(modules);

    var output = run(modules);

    assertThat(output)
        .contains("o-1 7\no-1 7\n")
        .contains("a lambda that returns List does not say of what")
        .contains("module shop.app");
  }

  private void compile(String modules) throws Exception {
    write("module-info.java", MODULE);
    write("shop/App.java", PROGRAM);
    write("shop/values/Order.java", VALUES);
    var compiler = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler());
    var complaints = new StringWriter();
    try (var manager = compiler.getStandardFileManager(null, null, null);
        var sources = Files.walk(source(""))) {
      var units =
          manager.getJavaFileObjectsFromPaths(sources.filter(Files::isRegularFile).toList());
      var options =
          List.of("-d", folder.resolve("app").toString(), "--release", "21", "-p", modules);
      boolean good = compiler.getTask(complaints, manager, null, options, null, units).call();
      assertThat(good).as(complaints.toString()).isTrue();
    }
  }

  private String run(String modules) throws Exception {
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var process =
        new ProcessBuilder(
                java,
                "--add-modules=ALL-MODULE-PATH",
                "--enable-native-access=org.xerial.sqlitejdbc",
                "-p",
                folder.resolve("app") + File.pathSeparator + modules,
                "-m",
                "shop.app/shop.App",
                folder.resolve("app.db").toString())
            .redirectErrorStream(true)
            .start();
    try (var reader = process.inputReader()) {
      var output = String.join("\n", reader.lines().toList()) + "\n";
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      return output;
    } finally {
      process.destroyForcibly();
    }
  }

  /** The library as a jar, as its users have it, and what it needs to run. */
  private String modulePath() throws Exception {
    List<String> modules = new ArrayList<>(List.of(library().toString()));
    for (var entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      if (NEEDED.matcher(Path.of(entry).getFileName().toString()).find()) {
        modules.add(entry);
      }
    }
    return String.join(File.pathSeparator, modules);
  }

  private Path library() throws Exception {
    var classes =
        Path.of(Holdfast.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    if (Files.isRegularFile(classes)) {
      return classes;
    }
    var manifest = new Manifest();
    manifest.getMainAttributes().putValue("Manifest-Version", "1.0");
    manifest.getMainAttributes().putValue("Automatic-Module-Name", "dev.holdfast");
    var jar = folder.resolve("library.jar");
    try (var out = new JarOutputStream(Files.newOutputStream(jar), manifest);
        var files = Files.walk(classes)) {
      for (var file : files.filter(Files::isRegularFile).toList()) {
        out.putNextEntry(new JarEntry(classes.relativize(file).toString().replace('\\', '/')));
        Files.copy(file, out);
      }
    }
    return jar;
  }

  private void write(String name, String text) throws Exception {
    var file = source(name);
    Files.createDirectories(Objects.requireNonNull(file.getParent()));
    Files.writeString(file, text);
  }

  private Path source(String name) {
    return folder.resolve("src").resolve(name);
  }
}
