package dev.holdfast.store;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The stored definitions of graph workflows. */
public interface Workflows {

  /**
   * Stores a definition as the next version of its name; no two get the same version, on however
   * many nodes. An id that is stored already is left as it is and returned, so a call whose outcome
   * is unknown can be repeated.
   */
  WorkflowRow add(UUID id, String name, String definition, Instant at);

  Optional<WorkflowRow> find(UUID id);

  /** The highest version of this name. */
  Optional<WorkflowRow> newest(String name);

  /**
   * Newest first by id.
   *
   * @param name exact; null means all
   * @param before only ids smaller than this one: the next page
   */
  List<WorkflowRow> list(@Nullable String name, @Nullable UUID before, int limit);
}
