package dev.holdfast.store;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Runs as people look for them: lists, counts and causes. Reads headers and never the log. */
public interface RunLists {

  /**
   * Runs with the same error.
   *
   * @param workflow the name of their workflow, as the header has it
   * @param workflowId their stored definition
   * @param error their last error, in one line
   * @param newest the newest of them
   * @param first when the first of them last changed
   * @param last when the last of them last changed
   */
  record ErrorCount(
      String workflow,
      @Nullable UUID workflowId,
      String error,
      long runs,
      UUID newest,
      Instant first,
      Instant last) {}

  /**
   * Headers that match, newest first.
   *
   * @param before only ids smaller than this one: the next page
   */
  List<Header> find(RunFilter filter, @Nullable UUID before, int limit);

  /**
   * How many runs that match are in each phase. Runs that have ended are counted up to one more
   * than {@code upTo}; a table may hold millions of them.
   */
  Map<RunPhase, Long> counts(RunFilter filter, int upTo);

  /** The errors of runs that match and fail or have failed, most frequent first. */
  List<ErrorCount> errors(RunFilter filter, int limit);
}
