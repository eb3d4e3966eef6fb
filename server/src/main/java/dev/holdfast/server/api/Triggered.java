package dev.holdfast.server.api;

import dev.holdfast.store.WorkflowRow;
import dev.holdfast.store.Workflows;

/**
 * What {@code /api/v1} means by a workflow.
 *
 * @param row the stored definition; the newest one of its name when a name was given
 * @param byId whether it was this very version that was asked for
 */
record Triggered(WorkflowRow row, boolean byId) {

  static Triggered find(Workflows workflows, Names names, String idOrName) {
    var byId = Parameters.id(idOrName).flatMap(names::find);
    if (byId.isPresent()) {
      return new Triggered(byId.get(), true);
    }
    return workflows
        .newest(idOrName)
        .map(row -> new Triggered(row, false))
        .orElseThrow(() -> Parameters.notFound("workflow", idOrName));
  }
}
