package dev.holdfast.server.cli;

import static dev.holdfast.server.cli.Terminal.count;

import dev.holdfast.engine.Rebuild;
import dev.holdfast.engine.Verification;
import dev.holdfast.store.Store;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/** {@code holdfast rebuild}. */
@Command(
    name = "rebuild",
    mixinStandardHelpOptions = true,
    description = {
      "Rebuilds the headers of a store from its logs.",
      "",
      "A header (a row of workflow_run) is what the run's log says, in a form that can be queued,"
          + " listed and leased. Where one is missing or says something else, it is written anew."
          + " Logs are never changed. A log that cannot be read is reported and left alone,"
          + " together with its header.",
      "",
      "Stop all nodes first: it refuses to work beside one. With --dry-run it only reads."
    },
    optionListHeading = "%nOptions:%n",
    parameterListHeading = "%n",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:Every header now says what its log says.",
      "1:Some logs could not be read; each is a line with the run, the kind and a sentence. With"
          + " --dry-run also: some headers would be rewritten.",
      "2:The store could not be rebuilt, or the command line was not understood."
    })
public final class RebuildCommand implements Callable<Integer> {

  @Parameters(
      arity = "0..1",
      paramLabel = "STORE",
      description = OpenStore.DESCRIPTION,
      defaultValue = OpenStore.DEFAULT)
  private String store = OpenStore.DEFAULT;

  @Option(names = "--dry-run", description = "Say what would be rewritten, and write nothing.")
  private boolean dryRun;

  @Option(names = "--json", description = "Print one JSON object instead of text.")
  private boolean json;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    var out = spec.commandLine().getOut();
    var terminal = new Terminal(spec.commandLine().getErr());
    var listener = new Findings(out, terminal, json, logs -> count(logs, "log", "logs") + " read…");
    var report = OpenStore.with(store, opened -> rebuild(opened, listener));
    terminal.clear();
    out.println(json ? object(report) : summary(report));
    out.flush();
    boolean good = report.unreadable().isEmpty() && (!dryRun || report.rewritten() == 0);
    return good ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  private Rebuild.Report rebuild(Store opened, Verification.Listener listener) {
    return dryRun
        ? Rebuild.dryRun(opened, listener)
        : Rebuild.of(opened, "rebuild-" + UUID.randomUUID(), listener);
  }

  private String summary(Rebuild.Report report) {
    return "%s %s of %s."
        .formatted(
            dryRun ? "Would rewrite" : "Rewrote",
            count(report.rewritten(), "header", "headers"),
            count(report.runs(), "run", "runs"));
  }

  private String object(Rebuild.Report report) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("store", store);
    fields.put("dry_run", dryRun);
    fields.put("runs", report.runs());
    fields.put("rewritten", report.rewritten());
    fields.put("unreadable", Findings.fields(report.unreadable()));
    return new JsonMapper().writeValueAsString(fields);
  }
}
