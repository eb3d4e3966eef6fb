package dev.holdfast.server.cli;

import dev.holdfast.log.Failure;
import dev.holdfast.log.Json;
import dev.holdfast.log.RunState;
import dev.holdfast.log.StepState;
import dev.holdfast.server.client.ServerClient;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** {@code holdfast runs show}. */
@Command(
    name = "show",
    mixinStandardHelpOptions = true,
    description = {
      "Shows one run as its log has it: what it is, where it is, and its steps.",
      "",
      "A step is named with its number, in the order in which steps first appeared: create-user:1."
    },
    optionListHeading = "%nOptions:%n",
    parameterListHeading = "%n")
public final class ShowRun implements Callable<Integer> {

  private static final int VALUE_CHARS_MAX = 100;
  private static final List<String> TITLES =
      List.of("STEP", "STATUS", "ATTEMPT", "FAILURES", "TOOK", "OUTPUT OR ERROR");

  @Mixin private OneRun run = new OneRun();

  @Option(names = "--trace", description = "Print where errors happened, and values in full.")
  private boolean trace;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    var out = spec.commandLine().getOut();
    run.read(
        found -> {
          show(out, found.state());
          return true;
        },
        (client, id) -> {
          show(out, client.get("/runs/" + id));
          return true;
        });
    out.flush();
    return ExitCode.OK;
  }

  private void show(PrintWriter out, RunState state) {
    if (json) {
      out.println(ServerClient.JSON.writeValueAsString(ListRuns.object(state.header())));
      return;
    }
    header(out, state);
    paused(out, state);
    steps(out, state);
    if (trace) {
      traces(out, state);
    }
  }

  private void show(PrintWriter out, JsonNode told) {
    if (json) {
      out.println(ServerClient.JSON.writeValueAsString(told));
    } else {
      RunText.facts(told, trace).forEach(out::println);
      RunText.picture(told).forEach(out::println);
    }
  }

  private void header(PrintWriter out, RunState state) {
    var header = state.header();
    var now = header.state();
    line(out, "run", header.id());
    line(out, "workflow", header.workflow());
    line(out, "key", header.key());
    line(out, "status", now.status().word());
    line(out, "waits for", now.waitingFor());
    line(out, "due", now.status().terminal() ? null : now.runAt());
    line(out, "held by", now.leasedBy());
    line(out, "attempt", now.attempt() == 1 ? null : now.attempt());
    line(out, "priority", header.priority());
    line(out, "parent", header.parentRun());
    line(out, "created", header.createdAt());
    line(out, "started", now.startedAt());
    line(out, "finished", now.finishedAt());
    line(out, "cancel", state.cancelReason());
    line(out, "input", cut(header.input()));
    line(out, "result", cut(now.result()));
    line(out, state.deadLetter() ? "dead letter" : "error", now.lastError());
    line(out, "events", state.seq());
  }

  /** Where the code and the log went different ways, side by side. */
  private static void paused(PrintWriter out, RunState state) {
    if (state.paused() != null && state.paused().detail() != null) {
      var detail = state.paused().detail();
      line(out, "in the log", String.join(", ", detail.list("recorded")));
      line(out, "in the code", String.join(", ", detail.list("asked")));
      line(out, "then", "put the code right and resume it; or resume --accept, fork or cancel it");
    }
  }

  private void steps(PrintWriter out, RunState state) {
    if (state.steps().isEmpty()) {
      out.println("\nNo steps.");
      return;
    }
    out.println();
    Table.of(TITLES, state.steps().values(), this::row).forEach(out::println);
  }

  private List<String> row(StepState step) {
    return List.of(
        step.name() + ":" + step.number(),
        step.status().name().toLowerCase(Locale.ROOT),
        String.valueOf(step.attempt()),
        String.valueOf(step.failures()),
        took(step),
        told(step));
  }

  private String told(StepState step) {
    var error = step.error();
    if (!step.done() && error != null) {
      var again = step.retryAt() == null ? "" : ", again at " + step.retryAt();
      return Table.cut(error.summary(), VALUE_CHARS_MAX) + again;
    }
    var value = step.output() == null ? step.checkpoint() : step.output();
    return value == null ? dueOf(step) : String.valueOf(cut(value.text()));
  }

  private static String dueOf(StepState step) {
    return step.dueAt() == null || step.done() ? "" : "until " + step.dueAt();
  }

  private static String took(StepState step) {
    return step.startedAt() == null || step.finishedAt() == null
        ? ""
        : Duration.between(step.startedAt(), step.finishedAt()).toMillis() + " ms";
  }

  private static void traces(PrintWriter out, RunState state) {
    for (var step : state.steps().values()) {
      print(out, "Step %s:%d".formatted(step.name(), step.number()), step.error());
    }
    print(out, "The run", state.failure());
  }

  private static void print(PrintWriter out, String whose, @Nullable Failure failure) {
    if (failure != null) {
      out.printf("%n%s failed with %s: %s%n", whose, failure.type(), failure.message());
      if (failure.trace() != null) {
        out.println(failure.trace());
      }
    }
  }

  private @Nullable String cut(@Nullable String json) {
    if (json == null || json.equals(Json.NULL.text())) {
      return null;
    }
    return trace ? json : Table.cut(json, VALUE_CHARS_MAX);
  }

  private static void line(PrintWriter out, String name, @Nullable Object value) {
    if (value != null) {
      out.printf("%-12s %s%n", name, value);
    }
  }
}
