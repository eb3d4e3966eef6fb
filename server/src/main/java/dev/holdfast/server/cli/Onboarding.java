package dev.holdfast.server.cli;

import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastException;
import dev.holdfast.Pending;
import dev.holdfast.WorkflowContext;
import dev.holdfast.log.StepState;
import dev.holdfast.store.Header;
import dev.holdfast.store.RunStatus;
import dev.holdfast.store.StoreException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code holdfast demo onboarding}: a new colleague, in steps one after another and side by side.
 */
@Command(
    name = "onboarding",
    mixinStandardHelpOptions = true,
    description = {
      "Onboards a new colleague: a run of seven steps, three of them side by side.",
      "",
      "While it runs, press c and Enter, or Ctrl-C: the process dies at once, as in a power cut."
          + " Start it again and it goes on where it was; steps that were completed are skipped."
    },
    optionListHeading = "%nOptions:%n",
    parameterListHeading = "%n",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:The run is completed.",
      "1:The run failed.",
      "2:The store could not be opened, or the command line was not understood.",
      "137:The process was crashed on request."
    },
    footer = {
      "",
      "Afterwards, 'holdfast runs show onboard-ada onboarding.db' shows what was recorded, and"
          + " 'holdfast verify onboarding.db' checks it."
    })
public final class Onboarding implements Callable<Integer> {

  @Parameters(
      arity = "0..1",
      paramLabel = "STORE",
      description = OpenStore.DESCRIPTION + " It is created if need be.",
      defaultValue = "onboarding.db")
  private String store = "onboarding.db";

  @Option(
      names = "--id",
      paramLabel = "ID",
      defaultValue = "onboard-ada",
      description = "The id of the run; another id is another run (default: ${DEFAULT-VALUE}).")
  private String id = "onboard-ada";

  @Option(
      names = "--pace",
      paramLabel = "SECONDS",
      defaultValue = "1.5",
      description = "How long each step takes (default: ${DEFAULT-VALUE}).")
  private double paceSeconds;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    var out = spec.commandLine().getOut();
    try (var holdfast = Holdfast.open(store)) {
      holdfast.start();
      var known = holdfast.engine().newest(id);
      if (known.isPresent() && known.get().state().status().terminal()) {
        return alreadyEnded(out, known.get());
      }
      known.ifPresentOrElse(
          header -> skipped(out, holdfast.engine().state(header.id()).steps().values()),
          () -> say(out, "Onboarding begins. It is run '%s' in %s.".formatted(id, store)));
      say(out, "Press c and Enter, or Ctrl-C, for a power cut.");
      var badge = runUnderThreat(holdfast, out);
      say(out, "✅ Workflow completed successfully! Badge " + badge + ".");
      return ExitCode.OK;
    } catch (StoreException | HoldfastException | IllegalStateException e) {
      throw new Complaint(ExitCode.USAGE, String.valueOf(e.getMessage()), e);
    }
  }

  private String runUnderThreat(Holdfast holdfast, PrintWriter out) {
    var crash = PowerCut.onRequest(out);
    try {
      return holdfast.run(id, wf -> onboard(wf, out));
    } finally {
      crash.disarm();
    }
  }

  /** The workflow itself: ordinary code. */
  private String onboard(WorkflowContext wf, PrintWriter out) {
    var user = wf.step("create-user-record", () -> work(out, "create-user-record", "ada-1815"));
    Pending<?>[] together = {
      wf.async("provision-laptop", () -> work(out, "provision-laptop", "laptop of " + user)),
      wf.async("set-up-mailbox", () -> work(out, "set-up-mailbox", user + "@example.com")),
      wf.async("grant-access", () -> work(out, "grant-access", "building 7"))
    };
    wf.all(together);
    for (var course : List.of("security", "engines")) {
      wf.step("book-course", () -> work(out, "book-course: " + course, course));
    }
    return wf.step("print-badge", () -> work(out, "print-badge", "no. 1 for " + user));
  }

  private String work(PrintWriter out, String name, String result) throws InterruptedException {
    say(out, "[RUNNING] " + name + "…");
    Thread.sleep(Duration.ofMillis((long) (paceSeconds * 1_000)));
    say(out, "[DONE] " + name + ": " + result);
    return result;
  }

  private static void skipped(PrintWriter out, Collection<StepState> steps) {
    say(out, "Going on where it was.");
    steps.stream()
        .filter(StepState::done)
        .sorted(Comparator.comparingInt(StepState::number))
        .forEach(step -> say(out, "[SKIPPED] " + step.name() + " (already completed)"));
  }

  private int alreadyEnded(PrintWriter out, Header header) {
    var state = header.state();
    if (state.status() != RunStatus.SUCCEEDED) {
      say(out, "Run '%s' %s: %s".formatted(id, state.status().word(), state.lastError()));
      return ExitCode.SOFTWARE;
    }
    say(
        out,
        "✅ Already completed: run '%s' ended at %s with %s."
            .formatted(id, state.finishedAt(), state.result()));
    say(out, "Nothing was executed. For another one: holdfast demo onboarding --id onboard-grace");
    return ExitCode.OK;
  }

  private static void say(PrintWriter out, String line) {
    out.println(line);
    out.flush();
  }
}
