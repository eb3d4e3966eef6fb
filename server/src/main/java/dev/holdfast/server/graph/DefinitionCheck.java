package dev.holdfast.server.graph;

import dev.holdfast.graph.Definition;
import dev.holdfast.graph.DefinitionReader;
import dev.holdfast.graph.Expressions;
import dev.holdfast.graph.Mistake;
import dev.holdfast.server.expression.Expression;
import dev.holdfast.server.expression.ExpressionException;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * Finds all mistakes in a definition: those that the core knows of, those against the published
 * schema, expressions that cannot be read, and an input schema that is none.
 */
final class DefinitionCheck {

  private DefinitionCheck() {}

  /**
   * The definition.
   *
   * @throws InvalidDefinition when there are mistakes
   */
  static Definition accept(String json) {
    var read = DefinitionReader.read(json);
    List<Mistake> mistakes = new ArrayList<>(read.mistakes());
    var tree = read.json();
    if (tree != null && tree.isObject()) {
      add(mistakes, Schemas.ofDefinition(tree));
      for (var field : List.of("steps", "output")) {
        if (tree.has(field)) {
          add(mistakes, expressions(tree.get(field), "/" + field));
        }
      }
      var schema = tree.get("input_schema");
      if (schema != null && (schema.isObject() || schema.isBoolean())) {
        add(mistakes, Schemas.ofSchema(schema, "/input_schema"));
      }
    }
    var definition = read.definition();
    if (definition == null || !mistakes.isEmpty()) {
      throw new InvalidDefinition(mistakes);
    }
    return definition;
  }

  private static List<Mistake> expressions(JsonNode value, String at) {
    List<Mistake> mistakes = new ArrayList<>();
    for (var found : Expressions.in(value, at)) {
      try {
        if (found.closed()) {
          Expression.of(found.text());
        }
      } catch (ExpressionException e) {
        mistakes.add(
            new Mistake(
                found.pointer(),
                "${%s} %s".formatted(found.text(), e.getMessage()),
                "correct the expression"));
      }
    }
    return mistakes;
  }

  /** Adds what is new: where something was found already, another says only the same again. */
  private static void add(List<Mistake> mistakes, List<Mistake> more) {
    for (var mistake : more) {
      var at = mistake.pointer();
      boolean said =
          mistakes.stream()
              .map(Mistake::pointer)
              .anyMatch(known -> known.equals(at) || known.startsWith(at + "/"));
      if (!said) {
        mistakes.add(mistake);
      }
    }
  }
}
