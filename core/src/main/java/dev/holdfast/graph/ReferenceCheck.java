package dev.holdfast.graph;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Whether expressions speak only of steps that have ended when they are evaluated: whatever else a
 * run has done by then depends on how fast its steps were, and must not decide anything.
 */
final class ReferenceCheck {

  private final JsonNode root;
  private final List<Mistake> mistakes;

  ReferenceCheck(JsonNode root, List<Mistake> mistakes) {
    this.root = root;
    this.mistakes = mistakes;
  }

  void check(Definition definition) {
    block(definition.block(), root.get("steps"), "/steps", Set.of());
    look(definition.output(), "/output", definition.block().byId().keySet());
  }

  private void block(Block block, JsonNode list, String pointer, Set<String> outer) {
    var byId = block.byId();
    for (int i = 0; i < list.size(); i++) {
      var step = byId.get(list.get(i).get("id").stringValue());
      if (step == null) {
        continue;
      }
      var at = pointer + "/" + i;
      Set<String> visible = new HashSet<>(outer);
      visible.addAll(block.before(step));
      look(step.when(), at + "/when", visible);
      look(step.input(), at + "/input", visible);
      var inner = step.block();
      step.config()
          .propertyStream()
          .filter(setting -> inner == null || !setting.getKey().equals("steps"))
          .forEach(
              setting -> {
                var name = setting.getKey();
                Set<String> known = new HashSet<>(visible);
                if (inner != null && name.equals("output")) {
                  known.addAll(inner.byId().keySet());
                }
                look(setting.getValue(), at + "/config/" + Expressions.escaped(name), known);
              });
      if (inner != null) {
        block(inner, step.config().get("steps"), at + "/config/steps", visible);
      }
      var undo = step.compensate();
      if (undo != null) {
        Set<String> known = new HashSet<>(visible);
        known.add(step.id());
        look(undo.input(), at + "/compensate/input", known);
        look(undo.config(), at + "/compensate/config", known);
      }
    }
  }

  private void look(@Nullable JsonNode value, String at, Set<String> known) {
    if (value == null) {
      return;
    }
    for (var expression : Expressions.in(value, at)) {
      if (!expression.closed()) {
        mistakes.add(
            new Mistake(
                expression.pointer(),
                "'${' without its '}'",
                "close it, or write \"$${\" for a plain one"));
        continue;
      }
      for (var id : References.of(expression.text())) {
        if (!known.contains(id)) {
          mistakes.add(
              new Mistake(
                  expression.pointer(),
                  "steps.%s is not known here".formatted(id),
                  "add \"%s\" to depends_on, or name a step that has ended before".formatted(id)));
        }
      }
    }
  }
}
