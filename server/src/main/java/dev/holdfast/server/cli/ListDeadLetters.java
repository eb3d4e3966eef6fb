package dev.holdfast.server.cli;

import dev.holdfast.server.client.ServerClient;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** {@code holdfast dead-letters list}. */
@Command(
    name = "list",
    mixinStandardHelpOptions = true,
    description = "Lists dead letters by cause, or one by one.",
    optionListHeading = "%nOptions:%n")
public final class ListDeadLetters implements Callable<Integer> {

  private static final List<String> CAUSES =
      List.of("CAUSE", "RUNS", "WORKFLOW", "STEP", "LAST", "ERROR");
  private static final int CELL_CHARS_MAX = 60;

  @Mixin private AskServer server = new AskServer();
  @Mixin private DeadLetterFilter filter = new DeadLetterFilter();

  @Option(names = "--runs", description = "One line per run instead of one per cause.")
  private boolean runs;

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "20",
      description = "How many at most (default: ${DEFAULT-VALUE}).")
  private int limit;

  @Option(names = "--json", description = "Print one JSON object per line instead of a table.")
  private boolean json;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    if (limit < 1 || limit > 200) {
      throw new Complaint("--limit must be from 1 to 200, not " + limit + ".");
    }
    var path = "/dead-letters?limit=" + limit + "&causes=" + limit + "&" + filter.query();
    var found = server.with(client -> client.get(path));
    var lines = found.path(runs ? "runs" : "causes");
    var out = spec.commandLine().getOut();
    if (json) {
      lines.forEach(line -> out.println(ServerClient.JSON.writeValueAsString(line)));
    } else if (lines.isEmpty()) {
      out.println("No dead letters.");
    } else {
      (runs ? ListedOnServer.table(lines) : table(lines)).forEach(out::println);
      out.println(found.path("total").asString() + " in all.");
    }
    out.flush();
    return ExitCode.OK;
  }

  private static List<String> table(JsonNode causes) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(CAUSES);
    for (var cause : causes) {
      rows.add(
          List.of(
              cause.path("fingerprint").asString(),
              cause.path("runs").asString(),
              Table.cut(cause.path("workflow_name").asString(), CELL_CHARS_MAX),
              Table.cut(cause.path("step").asString(""), CELL_CHARS_MAX),
              cause.path("last_at").asString().replaceAll("\\.\\d+Z", "Z"),
              Table.cut(cause.path("error").asString(), CELL_CHARS_MAX)));
    }
    return Table.lines(rows);
  }
}
