package dev.holdfast.server.cli;

import dev.holdfast.server.archive.ArchiveReader;
import dev.holdfast.server.archive.ArchivedRun;
import dev.holdfast.server.client.ServerClient;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code holdfast archive show}. */
@Command(
    name = "show",
    mixinStandardHelpOptions = true,
    description = {
      "Lists the runs in an archive, or prints the log of one: one event per line, as JSON.",
      "",
      "Archives are gzip files of JSON lines; zcat and jq read them as well."
    },
    optionListHeading = "%nOptions:%n",
    parameterListHeading = "%n")
public final class ShowArchive implements Callable<Integer> {

  private static final List<String> TITLES =
      List.of("RUN", "WORKFLOW", "KEY", "STATUS", "CREATED", "FINISHED", "ERROR");
  private static final int CELL_CHARS_MAX = 48;

  @Parameters(index = "0", paramLabel = "FILE", description = "The archive.")
  private Path file = Path.of("");

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "RUN",
      description = "The run's id or idempotency key.")
  private @Nullable String run;

  @Option(names = "--json", description = "Print the whole of each run, one JSON object per line.")
  private boolean json;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    var out = spec.commandLine().getOut();
    // A crash between archive and delete leaves a run in it twice; the two are the same.
    Map<String, ArchivedRun> found = new LinkedHashMap<>();
    boolean whole = read(found);
    if (run != null && found.isEmpty()) {
      throw new Complaint(ExitCode.SOFTWARE, "%s has no run '%s'.".formatted(file, run), null);
    }
    if (json) {
      found.values().forEach(one -> out.println(text(one.json())));
    } else if (run != null) {
      found.values().forEach(one -> one.events().forEach(event -> out.println(text(event))));
    } else {
      Table.of(TITLES, found.values(), ShowArchive::row).forEach(out::println);
    }
    if (!whole) {
      spec.commandLine()
          .getErr()
          .println(
              "The end of the file is torn: a process died while it wrote. What is missing was not"
                  + " deleted from the store.");
    }
    out.flush();
    return ExitCode.OK;
  }

  private boolean read(Map<String, ArchivedRun> found) {
    try {
      return ArchiveReader.read(
          file,
          one -> {
            if (run == null || run.equals(one.id()) || run.equals(one.text("key"))) {
              found.put(one.id(), one);
            }
          });
    } catch (IOException e) {
      throw new Complaint(
          ExitCode.SOFTWARE, "%s cannot be read: %s".formatted(file, e.getMessage()), e);
    }
  }

  private static List<String> row(ArchivedRun one) {
    return List.of(
        one.id(),
        Table.cut(one.text("workflow"), CELL_CHARS_MAX),
        Table.cut(one.text("key"), CELL_CHARS_MAX),
        one.text("status"),
        one.text("created_at"),
        one.text("finished_at"),
        Table.cut(one.text("error"), CELL_CHARS_MAX));
  }

  private static String text(Object json) {
    return ServerClient.JSON.writeValueAsString(json);
  }
}
