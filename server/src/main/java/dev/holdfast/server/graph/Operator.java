package dev.holdfast.server.graph;

import dev.holdfast.engine.Again;
import dev.holdfast.engine.Engine;
import dev.holdfast.engine.Operations;
import dev.holdfast.graph.Definition;
import dev.holdfast.graph.StepDefinition;
import dev.holdfast.graph.StepKind;
import dev.holdfast.log.Json;
import dev.holdfast.log.RunState;
import dev.holdfast.log.StepState;
import dev.holdfast.store.RunStatus;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What an operator does to graph runs. Answers with the run in which it goes on. */
final class Operator {

  /** Types that take their settings from what is recorded as their input. */
  private static final Set<StepKind> EDITABLE = Set.of(StepKind.TASK, StepKind.HTTP);

  private final Engine engine;
  private final Definitions definitions;

  Operator(Engine engine, Definitions definitions) {
    this.engine = engine;
    this.definitions = definitions;
  }

  UUID fork(
      UUID run, String step, @Nullable Json input, @Nullable Json stepInput, @Nullable String key) {
    var state = engine.state(run);
    var definition = definitionOf(state);
    var kind = requireStep(definition, step).kind();
    if (stepInput != null && !EDITABLE.contains(kind)) {
      throw new IllegalArgumentException(
          "what a step of type %s is given cannot be edited; edit the run's input instead"
              .formatted(kind.word()));
    }
    Map<String, Json> inputs = stepInput == null ? Map.of() : Map.of(step, stepInput);
    var how = new Again(from(state, definition, step), input, key, inputs, Map.of());
    return engine.operations().again(state, how);
  }

  UUID skip(UUID run, String step, @Nullable Json value) {
    var state = engine.state(run);
    requireStep(state, step);
    var known = state.steps().get(step);
    if (known != null && known.done()) {
      throw new IllegalStateException(
          "step %s is done already; fork from it to do it otherwise".formatted(step));
    }
    var result = Objects.requireNonNullElse(value, Json.NULL);
    if (!state.terminal()) {
      engine.operations().skip(run, step, result);
      return run;
    }
    requireFailed(state);
    var key = Operations.nextKey(state);
    var how = new Again(Set.of(), null, key, Map.of(), Map.of(step, result));
    return engine.operations().again(state, how);
  }

  UUID retryStep(UUID run, String step) {
    var state = engine.state(run);
    requireStep(state, step);
    var known = state.steps().get(step);
    if (!state.terminal()) {
      if (known == null || known.status() != StepState.Status.RETRYING) {
        throw new IllegalStateException(
            "step %s does not wait for another attempt".formatted(step));
      }
      engine.operations().retryNow(run, step);
      return run;
    }
    if (known == null) {
      throw new IllegalStateException("step %s has not been tried yet".formatted(step));
    }
    if (!known.done()) {
      return engine.retry(run);
    }
    var without = from(state, definitionOf(state), step);
    var how = new Again(without, null, Operations.nextKey(state), Map.of(), Map.of());
    return engine.operations().again(state, how);
  }

  void approve(
      UUID run,
      @Nullable String step,
      boolean approved,
      @Nullable String by,
      @Nullable String why) {
    var state = engine.state(run);
    var name = step == null ? theOneThatWaits(state) : step;
    var known = state.steps().get(name);
    var signal = Approvals.signalOf(name);
    boolean waits =
        known != null
            && known.kind().equals("approval")
            && known.status() == StepState.Status.STARTED
            && !state.terminal();
    if (!waits || state.signals().stream().anyMatch(s -> s.name().equals(signal))) {
      throw new IllegalStateException("step %s does not wait for an approval".formatted(name));
    }
    decide(run, name, Approvals.decision(approved, by, why));
  }

  /** Of two who decide at the same time one is heard: the id of their signals is the same. */
  void decide(UUID run, String step, Json decision) {
    var signal = Approvals.signalOf(step);
    engine.operations().tell(run, signal, decision, signal);
  }

  private static String theOneThatWaits(RunState state) {
    var waiting =
        state.steps().values().stream()
            .filter(step -> step.kind().equals("approval"))
            .filter(step -> step.status() == StepState.Status.STARTED)
            .map(StepState::name)
            .toList();
    if (waiting.size() != 1) {
      throw new IllegalStateException(
          waiting.isEmpty()
              ? "the run does not wait for an approval"
              : "several steps wait for an approval, say which: " + waiting);
    }
    return waiting.getFirst();
  }

  /** The names in the log of the step, of what is inside of it, and of all that depends on it. */
  private static Set<String> from(RunState state, Definition definition, String step) {
    Set<String> ids = new HashSet<>(Set.of(step));
    for (var other : definition.block().steps()) {
      if (definition.block().before(other).contains(step)) {
        ids.add(other.id());
      }
    }
    Set<String> names = new HashSet<>();
    for (var name : state.steps().keySet()) {
      var id = name.split("[\\[~/]", 2)[0];
      if (id.isEmpty() || ids.contains(id)) {
        names.add(name);
      }
    }
    return names;
  }

  private Definition definitionOf(RunState state) {
    return definitions.of(state.created().definition());
  }

  /** Steps inside of a loop are known once they have begun. */
  private void requireStep(RunState state, String step) {
    if (!state.steps().containsKey(step)) {
      requireStep(definitionOf(state), step);
    }
  }

  private static StepDefinition requireStep(Definition definition, String step) {
    var known = definition.block().byId().get(step);
    if (known == null) {
      throw new IllegalArgumentException("the workflow has no step \"%s\"".formatted(step));
    }
    return known;
  }

  private static void requireFailed(RunState state) {
    if (state.header().state().status() == RunStatus.SUCCEEDED) {
      throw new IllegalStateException("the run has completed; fork it to do it otherwise");
    }
  }
}
