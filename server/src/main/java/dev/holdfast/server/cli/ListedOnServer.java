package dev.holdfast.server.cli;

import dev.holdfast.server.client.ServerClient;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A list of runs as a server gives it. */
final class ListedOnServer {

  private static final List<String> TITLES =
      List.of("RUN", "WORKFLOW", "KEY", "PHASE", "STEPS", "CREATED", "ABOUT");
  private static final int CELL_CHARS_MAX = 60;

  private ListedOnServer() {}

  static String path(
      Set<String> statuses, @Nullable String workflow, @Nullable UUID before, int limit) {
    var path = new StringBuilder("/runs?limit=" + limit);
    if (!statuses.isEmpty()) {
      path.append("&status=").append(ServerClient.encoded(String.join(",", statuses)));
    }
    Optional.ofNullable(workflow)
        .ifPresent(name -> path.append("&workflow=").append(ServerClient.encoded(name)));
    Optional.ofNullable(before).ifPresent(id -> path.append("&after=").append(id));
    return path.toString();
  }

  static List<String> table(List<JsonNode> runs) {
    return Table.of(TITLES, runs, ListedOnServer::row);
  }

  private static List<String> row(JsonNode run) {
    var progress = run.path("progress");
    return List.of(
        run.path("id").asString(),
        Table.cut(run.path("workflow_name").asString(), CELL_CHARS_MAX),
        Table.cut(run.path("key").asString(""), CELL_CHARS_MAX),
        run.path("phase").asString(),
        progress.isObject()
            ? progress.path("done").asInt() + "/" + progress.path("total").asInt()
            : "",
        run.path("created_at").asString().replaceAll("\\.\\d+Z", "Z"),
        Table.cut(run.path("summary").asString(""), CELL_CHARS_MAX));
  }
}
