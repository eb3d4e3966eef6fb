package dev.holdfast.server.graph;

import dev.holdfast.graph.Definition;
import dev.holdfast.graph.Mistake;
import dev.holdfast.log.Json;
import dev.holdfast.store.WorkflowRow;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Whether an input fits the schema that a workflow has for it. */
final class InputCheck {

  private final Function<Json, Definition> definitions;

  InputCheck(Function<Json, Definition> definitions) {
    this.definitions = definitions;
  }

  Definition definition(WorkflowRow workflow) {
    return definitions.apply(new Json(workflow.definition()));
  }

  List<Mistake> check(WorkflowRow workflow, @Nullable Json input) {
    var schema = definition(workflow).inputSchema();
    if (schema == null) {
      return List.of();
    }
    return Schemas.mistakes(schema, Values.tree(input == null ? Json.NULL : input));
  }
}
