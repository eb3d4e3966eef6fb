package dev.holdfast.server.cli;

import dev.holdfast.server.client.ServerClient;
import dev.holdfast.store.Header;
import dev.holdfast.store.RunQuery;
import dev.holdfast.store.RunStatus;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/** {@code holdfast runs list}. */
@Command(
    name = "list",
    mixinStandardHelpOptions = true,
    description = "Lists runs, newest first.",
    optionListHeading = "%nOptions:%n",
    parameterListHeading = "%n",
    footer = {"", "The next page: add --before with the last id of this one."})
public final class ListRuns implements Callable<Integer> {

  private static final List<String> TITLES =
      List.of("RUN", "WORKFLOW", "KEY", "STATUS", "CREATED", "ABOUT");
  private static final int CELL_CHARS_MAX = 48;

  @Parameters(arity = "0..1", paramLabel = "STORE", description = OpenStore.INSTEAD_OF_SERVER)
  private @Nullable String store;

  @Mixin private AskServer server = new AskServer();

  @Option(
      names = "--status",
      split = ",",
      paramLabel = "STATUS",
      description = {
        "Only these: pending, running, completed, failed, cancelled.",
        "(In a store also its own words: leased, succeeded.)"
      })
  private Set<String> statuses = Set.of();

  @Option(names = "--workflow", paramLabel = "NAME", description = "Only runs of this workflow.")
  private @Nullable String workflow;

  @Option(names = "--before", paramLabel = "ID", description = "Only runs older than this one.")
  private @Nullable UUID before;

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
    if (limit < 1) {
      throw new Complaint("--limit must be at least 1, not " + limit + ".");
    }
    if (store == null) {
      onServer();
    } else {
      inStore(store);
    }
    spec.commandLine().getOut().flush();
    return ExitCode.OK;
  }

  private void onServer() {
    var path = ListedOnServer.path(statuses, workflow, before, limit);
    var found = server.with(client -> client.get(path));
    var out = spec.commandLine().getOut();
    if (json) {
      found.forEach(run -> out.println(ServerClient.JSON.writeValueAsString(run)));
    } else if (found.isEmpty()) {
      out.println("No runs.");
    } else {
      ListedOnServer.table(found).forEach(out::println);
    }
  }

  private void inStore(String path) {
    var wanted = statuses.stream().map(ListRuns::status).collect(Collectors.toSet());
    var query = new RunQuery(wanted, workflow, null, null, before, limit);
    var headers = OpenStore.with(path, opened -> opened.find(query));
    var out = spec.commandLine().getOut();
    if (json) {
      headers.forEach(header -> out.println(new JsonMapper().writeValueAsString(object(header))));
    } else if (headers.isEmpty()) {
      out.println("No runs.");
    } else {
      List<List<String>> rows = new ArrayList<>();
      rows.add(TITLES);
      headers.forEach(header -> rows.add(row(header)));
      Table.lines(rows).forEach(out::println);
    }
  }

  private static RunStatus status(String word) {
    return switch (word.toLowerCase(Locale.ROOT)) {
      case "running" -> RunStatus.LEASED;
      case "completed" -> RunStatus.SUCCEEDED;
      default ->
          Arrays.stream(RunStatus.values())
              .filter(status -> status.word().equalsIgnoreCase(word))
              .findFirst()
              .orElseThrow(() -> new Complaint("There is no status '" + word + "'."));
    };
  }

  private static List<String> row(Header header) {
    return List.of(
        header.id().toString(),
        Table.cut(header.workflow(), CELL_CHARS_MAX),
        Table.cut(Objects.requireNonNullElse(header.key(), ""), CELL_CHARS_MAX),
        header.state().status().word(),
        header.createdAt().truncatedTo(ChronoUnit.SECONDS).toString(),
        Table.cut(about(header), CELL_CHARS_MAX));
  }

  /** What somebody who looks at a list wants to know next. */
  private static String about(Header header) {
    var state = header.state();
    return switch (state.status()) {
      case PENDING -> pending(state.waitingFor(), state.runAt());
      case LEASED -> "on " + state.leasedBy();
      case SUCCEEDED -> "";
      case FAILED, CANCELLED -> Objects.requireNonNullElse(state.lastError(), "");
    };
  }

  private static String pending(@Nullable String waitingFor, @Nullable Instant runAt) {
    var until = runAt == null ? "" : "until " + runAt.truncatedTo(ChronoUnit.SECONDS);
    return waitingFor == null ? until : ("waits for " + waitingFor + " " + until).strip();
  }

  static Map<String, @Nullable Object> object(Header header) {
    var state = header.state();
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put("id", header.id().toString());
    fields.put("workflow", header.workflow());
    fields.put("key", header.key());
    fields.put("status", state.status().word());
    fields.put("priority", header.priority());
    fields.put("attempt", state.attempt());
    fields.put("created_at", header.createdAt().toString());
    fields.put("run_at", text(state.runAt()));
    fields.put("started_at", text(state.startedAt()));
    fields.put("finished_at", text(state.finishedAt()));
    fields.put("leased_by", state.leasedBy());
    fields.put("waiting_for", state.waitingFor());
    fields.put("last_error", state.lastError());
    return fields;
  }

  private static @Nullable String text(@Nullable Instant time) {
    return time == null ? null : time.toString();
  }
}
