package dev.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Holdfast;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.json.JsonMapper;

class CommandLineTest {

  @TempDir Path folder;

  private String store = "";
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void fillStore() {
    store = folder.resolve("runs.db").toString();
    try (var holdfast = Holdfast.open(store)) {
      holdfast.run("greet", wf -> "hello " + wf.step("name", () -> "ada"));
      try {
        holdfast.execute("fail", wf -> wf.step("burst", CommandLineTest::burst));
      } catch (RuntimeException expected) {
        assertThat(expected).hasMessageContaining("out of paper");
      }
    }
  }

  @Test
  void aSoundStoreIsClean() {
    assertThat(run("verify", store)).isZero();

    assertThat(out.toString()).startsWith("Clean: 2 runs with ").endsWith(" events checked.\n");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void aDamagedStoreIsReportedAndRebuilt() throws Exception {
    sql("UPDATE workflow_run SET leased_by = 'ghost' WHERE idempotency_key = 'greet'");

    assertThat(run("verify", store)).isEqualTo(1);
    assertThat(run("verify", "--json", store)).isEqualTo(1);
    assertThat(run("rebuild", "--dry-run", store)).isEqualTo(1);
    assertThat(run("rebuild", store)).isZero();
    assertThat(run("verify", store)).isZero();

    var lines = out.toString().lines().toList();
    assertThat(lines.get(0)).contains("lease").contains("ghost");
    assertThat(lines.get(1)).contains("header").contains("leased_by");
    assertThat(lines.get(2)).startsWith("Found 2 problems in 2 runs");
    var json = new JsonMapper().readTree(lines.get(3));
    assertThat(json.get("found").asInt()).isEqualTo(2);
    assertThat(json.get("problems").get(0).get("kind").asString()).isEqualTo("lease");
    assertThat(lines.get(4)).isEqualTo("Would rewrite 1 header of 2 runs.");
    assertThat(lines.get(5)).isEqualTo("Rewrote 1 header of 2 runs.");
    assertThat(lines.get(6)).startsWith("Clean");
  }

  @Test
  void aMissingStoreIsNotCreated() {
    var missing = folder.resolve("missing.db");

    for (var command : List.of("verify", "rebuild")) {
      assertThat(run(command, missing.toString())).isEqualTo(2);
    }
    assertThat(run("runs", "list", missing.toString())).isEqualTo(2);

    assertThat(err.toString()).contains("there is no file " + missing).contains("jdbc:postgresql:");
    assertThat(folder.toFile().list()).noneMatch(name -> name.startsWith("missing"));
  }

  @Test
  void aFileThatIsNoStoreIsRefused() throws Exception {
    var text = Files.writeString(folder.resolve("text.db"), "hello");

    assertThat(run("verify", text.toString())).isEqualTo(2);
    assertThat(run("verify", "jdbc:oracle:thin")).isEqualTo(2);

    assertThat(err.toString()).contains("text.db").contains("not a store Holdfast knows");
  }

  @Test
  void runsAreListedAndShown() {
    assertThat(run("runs", "list", store)).isZero();
    assertThat(run("runs", "list", "--status", "failed", "--json", store)).isZero();
    assertThat(run("runs", "show", "fail", "--trace", store)).isZero();
    assertThat(run("runs", "show", "greet", store)).isZero();

    assertThat(out.toString())
        .contains("RUN  ")
        .contains("\"key\":\"fail\"")
        .contains("burst:1  failed")
        .contains("out of paper")
        .contains("at dev.holdfast.server.CommandLineTest.burst")
        .contains("name:1  completed")
        .contains("\"ada\"");
  }

  @Test
  void aRunIsExportedOneEventPerLine() {
    assertThat(run("runs", "export", "greet", store)).isZero();

    var mapper = new JsonMapper();
    var events = out.toString().lines().map(line -> mapper.readTree(line)).toList();
    assertThat(events)
        .extracting(event -> event.get("type").asString())
        .startsWith("RunCreated", "RunClaimed")
        .endsWith("StepCompleted", "RunCompleted");
    assertThat(events.getLast().get("seq").asInt()).isEqualTo(events.size());
  }

  @Test
  void anUnknownRunIsRefusedWithAdvice() {
    assertThat(run("runs", "show", "nobody", store)).isEqualTo(2);

    assertThat(err.toString()).contains("no run with the id or key 'nobody'").contains("runs list");
  }

  @Test
  void everyCommandExplainsItself() {
    for (var command : commands(Main.commandLine(), "")) {
      assertThat(run((command + " --help").strip().split(" "))).as(command).isZero();
    }

    assertThat(out.toString()).contains("Exit codes:").contains("STORE").contains("Ctrl-C");
    assertThat(run("verify", "--no-such-option")).isEqualTo(2);
  }

  private static List<String> commands(CommandLine line, String path) {
    List<String> found = new ArrayList<>(List.of(path));
    line.getSubcommands()
        .forEach(
            (name, command) -> {
              if (!name.equals("help")) {
                assertThat(command.getCommandSpec().usageMessage().description()).isNotEmpty();
                found.addAll(commands(command, (path + " " + name).strip()));
              }
            });
    return found;
  }

  private int run(String... arguments) {
    return Main.commandLine()
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }

  private void sql(String sql) throws SQLException {
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + store);
        var statement = connection.createStatement()) {
      statement.executeUpdate(sql);
    }
  }

  private static String burst() {
    throw new IllegalStateException("out of paper");
  }
}
