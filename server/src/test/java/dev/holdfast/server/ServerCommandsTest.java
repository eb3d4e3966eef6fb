package dev.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.server.api.TestServer;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** The commands that ask a running server, on a real one. */
class ServerCommandsTest {

  private static final String GOOD =
      """
      {"name": "two-steps", "steps": [
        {"id": "first", "type": "task", "config": {"duration_seconds": 0.01}},
        {"id": "second", "type": "task", "depends_on": ["first"],
         "config": {"duration_seconds": 0.01}}]}
      """;

  private static final String FAILING =
      """
      {"name": "failing", "steps": [
        {"id": "doomed", "type": "task",
         "config": {"duration_seconds": 0, "fail_probability": 1.0, "max_retries": 1}}]}
      """;

  private static final String LONG =
      """
      {"name": "long", "steps": [
        {"id": "wait", "type": "task", "config": {"duration_seconds": 3600}}]}
      """;

  private static final JsonMapper JSON = new JsonMapper();

  @TempDir Path folder;

  private TestServer server;
  private String store = "";
  private StringWriter out = new StringWriter();
  private StringWriter err = new StringWriter();

  @BeforeEach
  void serve() throws Exception {
    store = folder.resolve("runs.db").toString();
    server = TestServer.on(store);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private int run(String... arguments) {
    out = new StringWriter();
    err = new StringWriter();
    List<String> all = new ArrayList<>(List.of(arguments));
    all.add("--server");
    all.add(server.server().url());
    return execute(all);
  }

  private int execute(List<String> arguments) {
    return Main.commandLine()
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments.toArray(String[]::new));
  }

  private String file(String text) throws Exception {
    return Files.writeString(Files.createTempFile(folder, "workflow", ".json"), text).toString();
  }

  private String push(String definition) throws Exception {
    assertThat(run("workflows", "push", file(definition), "--json")).as(err.toString()).isZero();
    return JSON.readTree(out.toString()).get("id").asString();
  }

  private String start(String workflow, String... more) {
    List<String> arguments = new ArrayList<>(List.of("runs", "start", workflow, "--json"));
    arguments.addAll(List.of(more));
    assertThat(run(arguments.toArray(String[]::new))).as(err.toString()).isZero();
    return JSON.readTree(out.toString().lines().findFirst().orElseThrow()).get("id").asString();
  }

  @Test
  void workflowsArePushedListedAndShown() throws Exception {
    assertThat(run("workflows", "list")).isZero();
    assertThat(out.toString()).contains("No workflows").contains("workflows push");

    assertThat(run("workflows", "push", file(GOOD), file(FAILING))).isZero();
    assertThat(out.toString().lines())
        .hasSize(2)
        .first()
        .asString()
        .contains("two-steps  version 1");
    push(GOOD);

    assertThat(run("workflows", "list", "--name", "two-steps")).isZero();
    assertThat(out.toString().lines()).hasSize(3);
    assertThat(run("workflows", "show", "two-steps", "--json")).isZero();
    assertThat(JSON.readTree(out.toString()).get("version").asInt()).isEqualTo(2);
    assertThat(run("workflows", "show", "two-steps")).isZero();
    assertThat(JSON.readTree(out.toString())).isEqualTo(JSON.readTree(GOOD));
  }

  @Test
  void everyMistakeInAWorkflowIsToldWithItsPlaceAndItsFix() throws Exception {
    var wrong =
        """
        {"name": "", "steps": [
          {"id": "a", "type": "task", "depends_on": ["nobody"]},
          {"id": "b", "type": "task", "config": {"max_retries": -1}}]}
        """;

    assertThat(run("workflows", "push", file(wrong))).isEqualTo(1);

    assertThat(err.toString())
        .contains("/name ")
        .contains("/steps/0/depends_on/0 ")
        .contains("/steps/1/config/max_retries ");
    assertThat(run("workflows", "push", folder.resolve("missing.json").toString())).isEqualTo(2);
    assertThat(err.toString()).contains("There is no file");
  }

  @Test
  void aRunIsStartedWatchedListedAndShown() throws Exception {
    push(GOOD);

    assertThat(run("runs", "start", "two-steps", "--key", "k-1", "--priority", "7", "--watch"))
        .as(err.toString())
        .isZero();

    assertThat(out.toString())
        .containsSubsequence(
            "Started run ", "first completed", "second completed", "the run has completed")
        .contains("✓  first ");
    assertThat(run("runs", "watch", "k-1")).isZero();
    assertThat(out.toString()).contains("the run has completed");
    assertThat(run("runs", "list", "--status", "completed", "--workflow", "two-steps")).isZero();
    assertThat(out.toString()).contains("k-1").contains("2/2");
    assertThat(run("runs", "show", "k-1")).isZero();
    assertThat(out.toString()).containsPattern("priority +7").contains("second");
    assertThat(run("runs", "show", "k-1", "--json")).isZero();
    assertThat(JSON.readTree(out.toString()).at("/steps/1/step_id").asString()).isEqualTo("second");
  }

  @Test
  void aFailedRunIsWatchedToItsEndAndRunAgain() throws Exception {
    push(FAILING);
    var run = start("failing");

    assertThat(run("runs", "watch", run)).isEqualTo(1);
    assertThat(out.toString())
        .containsSubsequence("doomed failed", "doomed started, attempt 2", "the run has failed")
        .contains("✗  doomed");
    assertThat(run("runs", "watch", run, "--json")).isEqualTo(1);
    assertThat(out.toString().lines().map(JSON::readTree))
        .extracting(event -> event.get("type").asString())
        .startsWith("RunCreated")
        .endsWith("RunFailed");
    assertThat(run("runs", "retry", run)).isZero();
    assertThat(out.toString()).startsWith("Goes on as run ");
    var first = out.toString();
    assertThat(run("runs", "retry", run)).isZero();
    assertThat(out.toString()).isEqualTo(first);
  }

  @Test
  void aRunIsCancelledAndWhatHasEndedDoesNotChange() throws Exception {
    push(LONG);
    var run = start("long", "--input", "{\"a\": 1}");
    server.await(run, seen -> seen.get("status").asString().equals("running"));

    assertThat(run("runs", "cancel", run, "--reason", "wrong one")).isZero();
    assertThat(run("runs", "watch", run)).isEqualTo(1);
    assertThat(out.toString()).contains("the run was cancelled: wrong one");

    push(GOOD);
    var done = start("two-steps");
    server.awaitStatus(done, "completed");
    assertThat(run("runs", "cancel", done)).isEqualTo(1);
    assertThat(err.toString()).contains("has ended");
    assertThat(run("runs", "retry", done)).isEqualTo(1);
    assertThat(run("runs", "resume", done)).isEqualTo(1);
  }

  @Test
  void anExportFromTheServerIsTheSameAsFromItsStore() throws Exception {
    push(FAILING);
    var run = start("failing", "--key", "f-1", "--delay", "1s");
    server.awaitStatus(run, "failed");

    assertThat(run("runs", "export", "f-1")).isZero();
    var fromServer = out.toString().lines().map(JSON::readTree).toList();
    out = new StringWriter();
    assertThat(execute(List.of("runs", "export", "f-1", store))).isZero();
    var fromStore = out.toString().lines().map(JSON::readTree).toList();

    assertThat(fromServer).isEqualTo(fromStore);
  }

  @Test
  void aWrongRequestSaysWhatToDo() throws Exception {
    push(GOOD);

    assertThat(run("runs", "start", "nobody")).isEqualTo(1);
    assertThat(err.toString()).contains("no workflow with the id or name 'nobody'");
    assertThat(run("runs", "show", "nobody")).isEqualTo(1);
    assertThat(err.toString()).contains("no run with the id or key 'nobody'");
    assertThat(run("runs", "start", "two-steps", "--input", "ada")).isEqualTo(2);
    assertThat(err.toString()).contains("not JSON").contains("quotes");
    assertThat(run("runs", "start", "two-steps", "--delay", "soon")).isEqualTo(2);
    start("two-steps", "--key", "same", "--input", "1");
    assertThat(run("runs", "start", "two-steps", "--key", "same", "--input", "2")).isEqualTo(1);
    assertThat(err.toString()).contains("/key belongs to run");
  }

  @Test
  void aServerThatIsNotThereIsSaidToBeMissing() {
    for (var url : List.of("http://127.0.0.1:1", "nonsense", "http://[")) {
      err = new StringWriter();
      assertThat(execute(List.of("runs", "list", "--server", url))).as(url).isEqualTo(1);
      assertThat(err.toString()).contains("holdfast serve").contains("HOLDFAST_URL");
    }
  }
}
