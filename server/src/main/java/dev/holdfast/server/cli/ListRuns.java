package dev.holdfast.server.cli;

import dev.holdfast.store.Header;
import dev.holdfast.store.RunQuery;
import dev.holdfast.store.RunStatus;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
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
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

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
  private static final String NONE = "No runs.";

  @Parameters(arity = "0..1", paramLabel = "STORE", description = OpenStore.INSTEAD_OF_SERVER)
  private @Nullable String store;

  @Mixin private AskServer server = new AskServer();
  @Mixin private Listing listing = new Listing();

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
    return ExitCode.OK;
  }

  private void onServer() {
    var path = ListedOnServer.path(statuses, workflow, before, limit);
    var found = server.with(client -> client.get(path)).valueStream().toList();
    listing.print(found, NONE, run -> run, ListedOnServer::table);
  }

  private void inStore(String path) {
    var wanted = statuses.stream().map(ListRuns::status).collect(Collectors.toSet());
    var query = new RunQuery(wanted, workflow, null, null, before, limit);
    var headers = OpenStore.with(path, opened -> opened.find(query));
    listing.print(headers, NONE, ListRuns::object, all -> Table.of(TITLES, all, ListRuns::row));
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
