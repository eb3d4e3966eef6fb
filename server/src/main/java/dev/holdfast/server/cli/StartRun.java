package dev.holdfast.server.cli;

import dev.holdfast.server.client.ServerClient;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** {@code holdfast runs start}. */
@Command(
    name = "start",
    mixinStandardHelpOptions = true,
    description = {
      "Starts a run of a workflow on the server.",
      "",
      "When this returns the run is on stable storage and will not be lost."
    },
    optionListHeading = "%nOptions:%n",
    parameterListHeading = "%n",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:The run was started; with --watch, it has completed.",
      "1:It was not; with --watch, or it has failed or was cancelled.",
      "2:The command line was not understood."
    })
public final class StartRun implements Callable<Integer> {

  @Parameters(
      paramLabel = "WORKFLOW",
      description = "The id of a workflow, or its name: then its newest version.")
  private String workflow = "";

  @Option(
      names = "--input",
      paramLabel = "JSON",
      description = "The run's input: JSON, or @FILE to read it from a file (@- the input).")
  private @Nullable String input;

  @Option(
      names = "--key",
      paramLabel = "KEY",
      description = "A second start with the same key gets the first one's run.")
  private @Nullable String key;

  @Option(names = "--order", paramLabel = "ID", description = "The order that the run is about.")
  private @Nullable String order;

  @Option(
      names = "--priority",
      paramLabel = "N",
      description = "Lower runs first; 100 unless said otherwise.")
  private @Nullable Integer priority;

  @Option(
      names = "--delay",
      paramLabel = "TIME",
      description = "Not before so long from now, such as 90s, 15m, 2h or 1d.")
  private @Nullable String delay;

  @Option(names = "--watch", description = "Watch the run until its end.")
  private boolean watch;

  @Option(names = "--json", description = "Print what the server answers.")
  private boolean json;

  @Mixin private AskServer server = new AskServer();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    var body = body();
    var out = spec.commandLine().getOut();
    return server.with(
        client -> {
          var id = client.workflow(workflow).path("id").asString();
          var run = client.post("/workflows/" + id + "/runs", body);
          out.println(
              json
                  ? ServerClient.JSON.writeValueAsString(run)
                  : "Started run " + run.path("id").asString() + ".");
          out.flush();
          return watch
              ? new Watching(client, run.path("id").asString(), out, json).untilItsEnd()
              : ExitCode.OK;
        });
  }

  private String body() {
    var body = ServerClient.JSON.createObjectNode();
    if (input != null) {
      body.set("input", inputJson(input));
    }
    if (key != null) {
      body.put("key", key);
    }
    if (order != null) {
      body.put("order_id", order);
    }
    if (priority != null) {
      body.put("priority", priority);
    }
    if (delay != null) {
      body.put("run_at", Instant.now().plus(duration(delay)).toString());
    }
    return ServerClient.JSON.writeValueAsString(body);
  }

  private static JsonNode inputJson(String given) {
    var text = given.startsWith("@") ? PushWorkflows.read(given.substring(1)) : given;
    try {
      return ServerClient.JSON.readTree(text);
    } catch (JacksonException e) {
      throw new Complaint(
          ExitCode.USAGE,
          "The input is not JSON: %s\nA text needs its quotes: --input '\"ada\"'."
              .formatted(e.getOriginalMessage()),
          e);
    }
  }

  /** {@code 90s}, {@code 15m}, {@code 2h}, {@code 1d}, or as ISO 8601 has it. */
  static Duration duration(String text) {
    try {
      if (text.matches("\\d{1,9}[smhd]")) {
        var upper = text.toUpperCase(Locale.ROOT);
        return Duration.parse(upper.endsWith("D") ? "P" + upper : "PT" + upper);
      }
      return Duration.parse(text);
    } catch (DateTimeParseException e) {
      throw new Complaint(
          ExitCode.USAGE, "'%s' is no length of time; give one like 15m.".formatted(text), e);
    }
  }
}
