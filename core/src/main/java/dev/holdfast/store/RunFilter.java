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
 * @param priority exactly this one
 * @param deadLetters only what has failed for good and nobody has decided about, see {@link
 *     DeadLetters}; runs that were called are their callers' business
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
    @Nullable Instant since,
    @Nullable Integer priority,
    boolean deadLetters) {

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

  /** Of any priority, dead letters and others. */
  public RunFilter(
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
    this(
        phases,
        statuses,
        workflow,
        workflowId,
        text,
        errors,
        node,
        parent,
        order,
        since,
        null,
        false);
  }

  public RunFilter {
    phases = Set.copyOf(phases);
    statuses = Set.copyOf(statuses);
    errors = Set.copyOf(errors);
  }

  public RunFilter phases(Set<RunPhase> wanted) {
    return with(wanted, workflow, errors, priority, deadLetters);
  }

  public RunFilter errors(Set<String> wanted) {
    return with(phases, workflow, wanted, priority, deadLetters);
  }

  public RunFilter workflow(String wanted) {
    return with(phases, wanted, errors, priority, deadLetters);
  }

  /** The same, and only of this priority; of any when it is null. */
  public RunFilter priority(@Nullable Integer wanted) {
    return with(phases, workflow, errors, wanted, deadLetters);
  }

  /** The same, and only what nobody has decided about. */
  public RunFilter onlyDeadLetters() {
    return with(phases, workflow, errors, priority, true);
  }

  private RunFilter with(
      Set<RunPhase> phases,
      @Nullable String workflow,
      Set<String> errors,
      @Nullable Integer priority,
      boolean deadLetters) {
    return new RunFilter(
        phases,
        statuses,
        workflow,
        workflowId,
        text,
        errors,
        node,
        parent,
        order,
        since,
        priority,
        deadLetters);
  }
}
