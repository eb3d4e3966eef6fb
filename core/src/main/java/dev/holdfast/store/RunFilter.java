package dev.holdfast.store;

import java.time.Instant;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Which runs a person wants to see. What is null or empty does not matter.
 *
 * @param phases any of these
 * @param statuses any of these
 * @param workflow exact name, of code or of a stored definition
 * @param workflowId the stored definition
 * @param text stands somewhere in the key, the name of the workflow or the last error, in whatever
 *     case; or the id begins with it
 * @param errors the last error is exactly one of these
 * @param node the node that holds it
 * @param parent the run that called it
 * @param order the order it works on
 * @param since created then or later
 */
public record RunFilter(
    Set<RunPhase> phases,
    Set<Status> statuses,
    @Nullable String workflow,
    @Nullable UUID workflowId,
    @Nullable String text,
    Set<String> errors,
    @Nullable String node,
    @Nullable UUID parent,
    @Nullable String order,
    @Nullable Instant since) {

  /** Everything. */
  public static final RunFilter ALL =
      new RunFilter(Set.of(), Set.of(), null, null, null, Set.of(), null, null, null, null);

  /** The status that the REST interface shows: a run that has begun runs until it has ended. */
  public enum Status {
    PENDING,
    RUNNING,
    COMPLETED,
    FAILED,
    CANCELLED;

    public static Status of(HeaderState state) {
      return switch (state.status()) {
        case SUCCEEDED -> COMPLETED;
        case FAILED -> FAILED;
        case CANCELLED -> CANCELLED;
        case PENDING, LEASED -> state.startedAt() == null ? PENDING : RUNNING;
      };
    }

    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public RunFilter {
    phases = Set.copyOf(phases);
    statuses = Set.copyOf(statuses);
    errors = Set.copyOf(errors);
  }

  public RunFilter phases(Set<RunPhase> wanted) {
    return new RunFilter(
        wanted, statuses, workflow, workflowId, text, errors, node, parent, order, since);
  }

  public RunFilter errors(Set<String> wanted) {
    return new RunFilter(
        phases, statuses, workflow, workflowId, text, wanted, node, parent, order, since);
  }
}
