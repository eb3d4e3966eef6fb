package dev.holdfast.server.cli;

import dev.holdfast.server.client.ServerClient;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code holdfast workflows list}. */
@Command(
    name = "list",
    mixinStandardHelpOptions = true,
    description = "Lists the workflows of the server, newest first.",
    optionListHeading = "%nOptions:%n")
public final class ListWorkflows implements Callable<Integer> {

  private static final List<String> TITLES = List.of("WORKFLOW", "VERSION", "ID", "CREATED");

  @Mixin private AskServer server = new AskServer();

  @Option(names = "--name", paramLabel = "NAME", description = "Only the versions of this one.")
  private @Nullable String name;

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "50",
      description = "How many at most (default: ${DEFAULT-VALUE}).")
  private int limit;

  @Option(names = "--json", description = "Print one JSON object per line instead of a table.")
  private boolean json;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    var path =
        "/workflows?limit=" + limit + (name == null ? "" : "&name=" + ServerClient.encoded(name));
    var found = server.with(client -> client.get(path));
    var out = spec.commandLine().getOut();
    if (json) {
      found.forEach(row -> out.println(ServerClient.JSON.writeValueAsString(row)));
    } else if (found.isEmpty()) {
      out.println("No workflows. 'holdfast workflows push FILE' stores one.");
    } else {
      List<List<String>> rows = new ArrayList<>();
      rows.add(TITLES);
      for (var row : found) {
        rows.add(
            List.of(
                row.path("name").asString(),
                row.path("version").asString(),
                row.path("id").asString(),
                row.path("created_at").asString()));
      }
      Table.lines(rows).forEach(out::println);
    }
    out.flush();
    return ExitCode.OK;
  }
}
