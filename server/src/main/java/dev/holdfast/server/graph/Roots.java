package dev.holdfast.server.graph;

import dev.holdfast.graph.StepDefinition;
import dev.holdfast.graph.StepKind;
import dev.holdfast.log.StepKeys;
import dev.holdfast.server.expression.Templates;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * What expressions see: the input, the run, the item, and those steps that have ended for certain.
 * All of it is in the log, and so are the time and the chance that they are given; whoever
 * evaluates an expression again gets the same.
 */
final class Roots {

  private final GraphRun run;
  private final Approvals approvals;
  private final @Nullable Object input;
  private final Map<String, @Nullable Object> about = new LinkedHashMap<>();

  Roots(GraphRun run, Approvals approvals) {
    this.run = run;
    this.approvals = approvals;
    var created = run.live().replayed().created();
    this.input = Values.plain(created.input());
    about.put("id", run.live().id().toString());
    about.put("workflow", run.definition().name());
    about.put("order_id", created.orderId());
    about.put("key", created.key());
    about.put("created_at", created.at().toString());
    about.put("headers", new LinkedHashMap<>(created.headers()));
  }

  /** For a step that is about to begin. */
  Templates.Given before(Scope scope, StepDefinition step) {
    return given(scope, scope.block().before(step), scope.nameOf(step));
  }

  /** For what undoes a step: it sees the step, too. */
  Templates.Given after(Scope scope, StepDefinition step) {
    Set<String> visible = new HashSet<>(scope.block().before(step));
    visible.add(step.id());
    return given(scope, visible, scope.nameOf(step) + "~compensate");
  }

  /** For the result of a block whose steps have all ended. */
  Templates.Given atEnd(Scope scope) {
    return given(scope, scope.block().byId().keySet(), scope.prefix() + "~output");
  }

  private Templates.Given given(Scope scope, Set<String> visible, String name) {
    Map<String, @Nullable Object> root = new LinkedHashMap<>();
    root.put("input", input);
    Map<String, @Nullable Object> shown = new LinkedHashMap<>(about);
    shown.put("approval_tokens", tokens(scope));
    root.put("run", shown);
    Map<String, @Nullable Object> steps = new LinkedHashMap<>();
    var outer = scope.outer();
    var loop = scope.loop();
    if (outer != null && loop != null) {
      show(outer, outer.block().before(loop), steps);
      root.put("item", scope.item());
      root.put("index", scope.index());
    }
    show(scope, visible, steps);
    root.put("steps", steps);
    long seed = StepKeys.ofStep(run.live().origin(), name).getMostSignificantBits();
    return new Templates.Given(root, () -> timeOf(name), () -> new SplittableRandom(seed));
  }

  /** For links to approvals, which an earlier step may send to somebody. */
  private Map<String, String> tokens(Scope scope) {
    Map<String, String> tokens = new LinkedHashMap<>();
    for (var step : scope.block().steps()) {
      if (step.kind() == StepKind.APPROVAL) {
        tokens.put(step.id(), approvals.token(run.live().id(), scope.nameOf(step)));
      }
    }
    return tokens;
  }

  /** The time at which the step first asked for it, in whichever life that was. */
  private long timeOf(String name) {
    var live = run.live();
    var chosen =
        live.facts().choose(name + "~now", "now", () -> Values.json(live.now().toEpochMilli()));
    return Long.parseLong(chosen.text());
  }

  private void show(Scope scope, Set<String> ids, Map<String, @Nullable Object> steps) {
    for (var id : ids) {
      var result = run.recorded(scope.prefix() + id);
      if (result != null) {
        steps.put(id, result.shown());
      }
    }
  }
}
