package dev.holdfast.server.cli;

import static dev.holdfast.server.cli.Terminal.count;

import dev.holdfast.engine.Verification;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/** {@code holdfast verify}. */
@Command(
    name = "verify",
    mixinStandardHelpOptions = true,
    description = {
      "Checks a store against its logs.",
      "",
      "Every log has all its events, from RunCreated to at most one end that is last. Every header"
          + " is what its log makes of it. Nobody holds a run that has ended, and whatever waits"
          + " will be woken. Large values are there and unaltered.",
      "",
      "Only reads, and may be used while nodes are at work."
    },
    optionListHeading = "%nOptions:%n",
    parameterListHeading = "%n",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:Everything is as it must be.",
      "1:Problems were found; each is a line with the run, the kind and a sentence.",
      "2:The store could not be checked, or the command line was not understood."
    },
    footer = {
      "",
      "Problems of the kinds 'header', 'lease' and 'stuck' are repaired by 'holdfast rebuild', as"
          + " long as the log itself is sound."
    })
public final class VerifyCommand implements Callable<Integer> {

  @Parameters(
      arity = "0..1",
      paramLabel = "STORE",
      description = OpenStore.DESCRIPTION,
      defaultValue = OpenStore.DEFAULT)
  private String store = OpenStore.DEFAULT;

  @Option(names = "--json", description = "Print one JSON object instead of text.")
  private boolean json;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    var out = spec.commandLine().getOut();
    var terminal = new Terminal(spec.commandLine().getErr());
    var listener =
        new Findings(out, terminal, json, runs -> count(runs, "run", "runs") + " checked…");
    var report = OpenStore.with(store, opened -> Verification.of(opened, listener));
    terminal.clear();
    out.println(json ? object(report) : summary(report));
    out.flush();
    return report.clean() ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  private static String summary(Verification.Report report) {
    var checked =
        "%s with %s"
            .formatted(
                count(report.runs(), "run", "runs"), count(report.events(), "event", "events"));
    return report.clean()
        ? "Clean: %s checked.".formatted(checked)
        : "Found %s in %s.".formatted(count(report.found(), "problem", "problems"), checked);
  }

  private String object(Verification.Report report) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("store", store);
    fields.put("clean", report.clean());
    fields.put("runs", report.runs());
    fields.put("events", report.events());
    fields.put("found", report.found());
    fields.put("problems", Findings.fields(report.problems()));
    return new JsonMapper().writeValueAsString(fields);
  }
}
