package dev.holdfast.graph;

import dev.holdfast.log.RunState;
import dev.holdfast.log.StepKeys;
import dev.holdfast.log.StepState;
import dev.holdfast.store.RunStatus;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where each step of a run is: a pure function of what the log says and the definition. */
public final class StepViews {

  /** The error type that the log gives to steps that were stopped because another one failed. */
  private static final String STOPPED = "BranchCancelled";

  private final RunState run;
  private final Definition definition;

  private StepViews(RunState run, Definition definition) {
    this.run = run;
    this.definition = definition;
  }

  /** All steps of the workflow in the order of execution, whether they have begun or not. */
  public static List<StepView> of(RunState run, Definition definition) {
    return new StepViews(run, definition).block(definition.block(), "");
  }

  private List<StepView> block(Block block, String scope) {
    List<StepView> views = new ArrayList<>(block.steps().size());
    for (var step : block.steps()) {
      views.add(view(step, scope + step.id(), views.size()));
    }
    return views;
  }

  private StepView view(StepDefinition step, String name, int index) {
    var state = run.steps().get(name);
    var error = state == null ? null : state.error();
    boolean shown = state != null && state.status() != StepState.Status.COMPLETED;
    return new StepView(
        StepKeys.ofStep(run.header().id(), "step/" + name),
        name,
        index,
        step,
        status(state),
        phase(step, state),
        state == null ? 0 : state.attempt(),
        retries(state),
        definition.retriesOf(step),
        state == null ? null : state.startedAt(),
        state == null ? null : state.finishedAt(),
        shown && error != null ? error.message() : null,
        state == null ? null : StepKeys.ofAttempt(run.header().id(), name, failuresBefore(state)),
        state == null ? null : state.input(),
        state == null ? null : state.output(),
        state,
        step.block() == null ? List.of() : items(step.block(), name));
  }

  /** The steps of the items, item by item in the order in which these began. */
  private List<StepView> items(Block block, String loop) {
    List<StepView> views = new ArrayList<>();
    run.steps().keySet().stream()
        .filter(name -> name.startsWith(loop + "[") && name.contains("]/"))
        .map(name -> name.substring(0, name.indexOf("]/") + 2))
        .distinct()
        .forEach(scope -> views.addAll(block(block, scope)));
    return views;
  }

  private String status(@Nullable StepState state) {
    if (state == null) {
      return "pending";
    }
    return switch (state.status()) {
      case SCHEDULED, RETRYING -> run.terminal() ? "cancelled" : "pending";
      case STARTED -> run.terminal() ? "cancelled" : "running";
      case COMPLETED -> "completed";
      case FAILED -> wasStopped(state) ? "cancelled" : "failed";
      case SKIPPED -> "skipped";
    };
  }

  private String phase(StepDefinition step, @Nullable StepState state) {
    var status = status(state);
    if (state == null || run.terminal()) {
      return status;
    }
    if (state.status() == StepState.Status.RETRYING) {
      return "retrying";
    }
    boolean waits =
        switch (step.kind()) {
          case SLEEP, SIGNAL, APPROVAL, WORKFLOW, REMOTE -> true;
          case TASK, HTTP, TRANSFORM, FOREACH -> false;
        };
    boolean parked = run.header().state().status() == RunStatus.PENDING;
    return status.equals("running") && (waits || parked) ? "waiting" : status;
  }

  private static boolean wasStopped(StepState state) {
    return state.error() != null && state.error().type().equals(STOPPED);
  }

  /** The last failure of a step that has failed for good was followed by no retry. */
  private static int retries(@Nullable StepState state) {
    if (state == null) {
      return 0;
    }
    return failuresBefore(state);
  }

  private static int failuresBefore(StepState state) {
    boolean ended = state.status() == StepState.Status.FAILED;
    return Math.max(0, ended ? state.failures() - 1 : state.failures());
  }
}
