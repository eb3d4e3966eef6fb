package dev.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.server.api.TestServer;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** {@code holdfast dead-letters} against a real server. */
class DeadLetterCommandTest {

  private static final String FAILING =
      """
      {"name": "failing", "steps": [
        {"id": "doomed", "config": {"duration_seconds": 0, "fail_probability": 1.0}}]}
      """;

  private static final JsonMapper JSON = new JsonMapper();

  @TempDir Path folder;
  private TestServer server;
  private StringWriter out = new StringWriter();
  private StringWriter err = new StringWriter();

  @BeforeEach
  void serve() throws Exception {
    server = TestServer.on(folder.resolve("runs.db").toString());
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private int run(String... arguments) {
    out = new StringWriter();
    err = new StringWriter();
    List<String> all = new ArrayList<>(List.of("dead-letters"));
    all.addAll(List.of(arguments));
    all.addAll(List.of("--server", server.server().url()));
    return Main.commandLine()
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(all.toArray(String[]::new));
  }

  private String fail(String workflow, String key) {
    var id = server.start(workflow, "{\"key\": \"%s\"}".formatted(key));
    server.awaitStatus(id, "failed");
    return id;
  }

  @Test
  void theyAreListedByCauseAndOneByOne() {
    assertThat(run("list")).isZero();
    assertThat(out.toString()).contains("No dead letters");

    var workflow = server.workflow(FAILING);
    var id = fail(workflow, "o-1");
    fail(workflow, "o-2");

    assertThat(run("list")).isZero();
    assertThat(out.toString()).contains("failing").contains("doomed").contains("2 in all.");
    assertThat(run("list", "--runs")).isZero();
    assertThat(out.toString()).contains(id).contains("o-2");
    assertThat(run("list", "--workflow", "other")).isZero();
    assertThat(out.toString()).contains("No dead letters");
    assertThat(run("list", "--json")).isZero();
    assertThat(JSON.readTree(out.toString()).get("runs").asInt()).isEqualTo(2);
  }

  @Test
  void someAreCountedAndThenDecidedAbout() {
    var workflow = server.workflow(FAILING);
    fail(workflow, "o-1");
    fail(workflow, "o-2");
    fail(workflow, "o-3");
    assertThat(run("list", "--json")).isZero();
    var cause = JSON.readTree(out.toString()).get("fingerprint").asString();

    assertThat(run("requeue", "--cause", cause, "--dry-run")).isZero();
    assertThat(out.toString()).contains("3 would be requeued.");

    assertThat(run("discard", "o-1", "--reason", "a test")).as(err.toString()).isZero();
    assertThat(out.toString()).contains("o-1 discarded.");
    assertThat(run("requeue", "o-1")).isEqualTo(1);
    assertThat(err.toString()).contains("was discarded already");

    assertThat(run("requeue", "o-2")).as(err.toString()).isZero();
    assertThat(out.toString()).contains("o-2 requeued: goes on as ");
    assertThat(run("discard", "--text", "o-3")).isZero();
    assertThat(out.toString()).contains("1 of 1 discarded.");
  }

  @Test
  void nothingIsDoneToAllUnlessThatIsSaid() {
    fail(server.workflow(FAILING), "o-1");

    assertThat(run("discard")).isNotZero();
    assertThat(err.toString()).contains("--all");
    assertThat(run("discard", "o-1", "--all")).isNotZero();
    assertThat(run("discard", "--all")).isZero();
    assertThat(run("list")).isZero();
    assertThat(out.toString()).contains("No dead letters");
  }
}
