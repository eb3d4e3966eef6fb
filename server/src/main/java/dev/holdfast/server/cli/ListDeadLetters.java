package dev.holdfast.server.cli;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
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
  @Mixin private Listing listing = new Listing();

  @Option(names = "--runs", description = "One line per run instead of one per cause.")
  private boolean runs;

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "20",
      description = "How many at most (default: ${DEFAULT-VALUE}).")
  private int limit;

  @Override
  public Integer call() {
    if (limit < 1 || limit > 200) {
      throw new Complaint("--limit must be from 1 to 200, not " + limit + ".");
    }
    var path = "/dead-letters?limit=" + limit + "&causes=" + limit + "&" + filter.query();
    var found = server.with(client -> client.get(path));
    listing.print(
        found.path(runs ? "runs" : "causes").valueStream().toList(),
        "No dead letters.",
        line -> line,
        lines -> table(lines, found.path("total").asString() + " in all."));
    return ExitCode.OK;
  }

  private List<String> table(List<JsonNode> lines, String end) {
    var table =
        runs ? ListedOnServer.table(lines) : Table.of(CAUSES, lines, ListDeadLetters::cause);
    return Stream.concat(table.stream(), Stream.of(end)).toList();
  }

  private static List<String> cause(JsonNode cause) {
    return List.of(
        cause.path("fingerprint").asString(),
        cause.path("runs").asString(),
        Table.cut(cause.path("workflow_name").asString(), CELL_CHARS_MAX),
        Table.cut(cause.path("step").asString(""), CELL_CHARS_MAX),
        cause.path("last_at").asString().replaceAll("\\.\\d+Z", "Z"),
        Table.cut(cause.path("error").asString(), CELL_CHARS_MAX));
  }
}
