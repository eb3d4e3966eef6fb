package dev.holdfast.server.cli;

import dev.holdfast.server.client.ServerClient;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** {@code holdfast workflows list}. */
@Command(
    name = "list",
    mixinStandardHelpOptions = true,
    description = "Lists the workflows of the server, newest first.",
    optionListHeading = "%nOptions:%n")
public final class ListWorkflows implements Callable<Integer> {

  private static final List<String> TITLES = List.of("WORKFLOW", "VERSION", "ID", "CREATED");

  @Mixin private AskServer server = new AskServer();
  @Mixin private Listing listing = new Listing();

  @Option(names = "--name", paramLabel = "NAME", description = "Only the versions of this one.")
  private @Nullable String name;

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "50",
      description = "How many at most (default: ${DEFAULT-VALUE}).")
  private int limit;

  @Override
  public Integer call() {
    var path =
        "/workflows?limit=" + limit + (name == null ? "" : "&name=" + ServerClient.encoded(name));
    var found = server.with(client -> client.get(path)).valueStream().toList();
    listing.print(
        found,
        "No workflows. 'holdfast workflows push FILE' stores one.",
        workflow -> workflow,
        all -> Table.of(TITLES, all, ListWorkflows::row));
    return ExitCode.OK;
  }

  private static List<String> row(JsonNode workflow) {
    return List.of(
        workflow.path("name").asString(),
        workflow.path("version").asString(),
        workflow.path("id").asString(),
        workflow.path("created_at").asString());
  }
}
