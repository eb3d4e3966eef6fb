package dev.holdfast.server.api;

import dev.holdfast.store.Header;
import dev.holdfast.store.Store;
import dev.holdfast.store.WorkflowRow;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** Which workflow a run belongs to. Stored definitions never change, so they are kept. */
final class Names {

  private static final int KEPT_MAX = 10_000;

  /**
   * A workflow as lists show it.
   *
   * @param version 0 for code, whose name carries it
   */
  record Named(String name, int version) {}

  private final Store store;
  private final Map<UUID, WorkflowRow> kept = new ConcurrentHashMap<>();

  Names(Store store) {
    this.store = store;
  }

  Named of(Header header) {
    var id = header.workflowId();
    return id == null
        ? new Named(header.workflow(), 0)
        : find(id)
            .map(row -> new Named(row.name(), row.version()))
            .orElse(new Named(header.workflow(), 0));
  }

  Optional<WorkflowRow> find(UUID id) {
    var known = kept.get(id);
    if (known != null) {
      return Optional.of(known);
    }
    var found = store.workflows().find(id);
    found.ifPresent(this::keep);
    return found;
  }

  void keep(WorkflowRow row) {
    if (kept.size() >= KEPT_MAX) {
      kept.clear();
    }
    kept.put(row.id(), row);
  }
}
