package dev.holdfast.server.cli;

import dev.holdfast.store.Entry;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** {@code holdfast runs export}. */
@Command(
    name = "export",
    mixinStandardHelpOptions = true,
    description = {
      "Prints the log of one run: one event per line, as JSON, oldest first.",
      "",
      "Each has its number (seq), its type and its time (at, microseconds since the epoch). Large"
          + " values that are stored beside the log are put in."
    },
    optionListHeading = "%nOptions:%n",
    parameterListHeading = "%n")
public final class ExportRun implements Callable<Integer> {

  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();

  @Mixin private OneRun run = new OneRun();

  @SuppressWarnings("UnusedVariable") // Taken here because it is taken everywhere.
  @Option(names = "--json", description = "What it does anyway.")
  private boolean json = true;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    var out = spec.commandLine().getOut();
    run.read(
        found -> {
          found.entries(entry -> print(out, found, entry));
          return true;
        },
        (client, id) -> {
          ServerEvents.each(
              client, id.toString(), event -> out.println(MAPPER.writeValueAsString(event)));
          return true;
        });
    out.flush();
    return ExitCode.OK;
  }

  private static void print(PrintWriter out, StoredRun run, Entry entry) {
    long seq = entry.seq();
    for (var event : MAPPER.readTree(entry.events())) {
      var line = MAPPER.createObjectNode().put("seq", seq++);
      event.properties().forEach(field -> put(line, run, field.getKey(), field.getValue()));
      out.println(MAPPER.writeValueAsString(line));
    }
  }

  /** A reference has the name of its field and an at sign. */
  private static void put(ObjectNode line, StoredRun run, String name, JsonNode value) {
    if (name.endsWith("@") && value.isString()) {
      line.set(
          name.substring(0, name.length() - 1), MAPPER.readTree(run.payload(value.asString())));
    } else {
      line.set(name, value);
    }
  }
}
