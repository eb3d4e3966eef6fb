package dev.holdfast.server.graph;

import dev.holdfast.engine.Engine;
import dev.holdfast.engine.LiveRun;
import dev.holdfast.engine.NewRun;
import dev.holdfast.graph.StepDefinition;
import dev.holdfast.graph.StepKind;
import dev.holdfast.log.Json;
import dev.holdfast.server.expression.ExpressionException;
import dev.holdfast.server.expression.Templates;
import dev.holdfast.store.WorkflowRow;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The runs that steps call: other graphs by their name, workflows in Java, remote workers. */
final class Children {

  private final Engine engine;
  private final Templates templates;
  private final InputCheck inputs;

  Children(Engine engine, Templates templates, InputCheck inputs) {
    this.engine = engine;
    this.templates = templates;
    this.inputs = inputs;
  }

  /** What to start for this step; a name means its newest version at this moment. */
  NewRun request(LiveRun live, StepDefinition step, Templates.Given given) {
    var filled = step.input() == null ? null : templates.fill(step.input(), given);
    var input = step.input() == null ? null : Values.json(filled);
    if (step.kind() == StepKind.REMOTE) {
      return request(live, step.type(), input, null);
    }
    var name = String.valueOf(templates.fill(step.config().get("workflow"), given));
    var row = engine.store().workflows().newest(name);
    if (row.isPresent()) {
      var mistakes = inputs.check(row.get(), input);
      if (!mistakes.isEmpty()) {
        throw new ExpressionException(
            "the input of workflow '%s' does not fit: %s %s"
                .formatted(name, mistakes.getFirst().pointer(), mistakes.getFirst().message()));
      }
      return request(live, Graphs.WORKFLOW, input, row.get());
    }
    if (!engine.knows(name)) {
      throw new ExpressionException("there is no workflow '%s'".formatted(name));
    }
    return request(live, name, input, null);
  }

  private NewRun request(
      LiveRun live, String workflow, @Nullable Json input, @Nullable WorkflowRow graph) {
    var parent = live.replayed().created();
    Duration timeout = graph == null ? null : inputs.definition(graph).timeout();
    return new NewRun(
        workflow,
        input,
        null,
        parent.priority(),
        null,
        null,
        null,
        graph == null ? null : graph.id(),
        graph == null ? null : parent.orderId(),
        parent.namespace(),
        graph == null ? null : new Json(graph.definition()),
        Map.of(),
        timeout == null ? null : live.now().plus(timeout));
  }
}
