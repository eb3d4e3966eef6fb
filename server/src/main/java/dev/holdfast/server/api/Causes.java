package dev.holdfast.server.api;

import dev.holdfast.log.Event;
import dev.holdfast.server.http.Json;
import dev.holdfast.store.RunFilter;
import dev.holdfast.store.RunLists;
import dev.holdfast.store.Store;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;

/** Why runs fail: those with the same workflow and the same kind of error have one cause. */
final class Causes {

  private final Store store;
  private final Filters filters;

  Causes(Store store, Filters filters) {
    this.store = store;
    this.filters = filters;
  }

  /** One cause and the runs that fail by it. */
  private record Cause(
      String fingerprint,
      String workflow,
      String error,
      long runs,
      UUID newest,
      Instant first,
      Instant last) {

    Cause and(RunLists.ErrorCount more) {
      boolean newer = more.last().isAfter(last);
      return new Cause(
          fingerprint,
          workflow,
          newer ? more.error() : error,
          runs + more.runs(),
          newer ? more.newest() : newest,
          more.first().isBefore(first) ? more.first() : first,
          newer ? more.last() : last);
    }
  }

  /** The causes of what matches, most frequent first; none when nothing can match. */
  ArrayNode of(@Nullable RunFilter filter, int limit) {
    var rows = Json.array();
    for (var cause : causes(filter, limit)) {
      var node = rows.addObject();
      node.put("fingerprint", cause.fingerprint);
      node.put("error", cause.error);
      node.put("pattern", Fingerprint.pattern(cause.error));
      node.put("workflow_name", cause.workflow);
      node.put("step", stepOf(cause.newest));
      node.put("runs", cause.runs);
      node.put("newest_run", cause.newest.toString());
      Times.put(node, "first_at", cause.first);
      Times.put(node, "last_at", cause.last);
    }
    return rows;
  }

  /** How many causes there are of what matches. */
  int count(RunFilter filter) {
    return causes(filter, Filters.ERRORS_MAX).size();
  }

  private List<Cause> causes(@Nullable RunFilter filter, int limit) {
    if (filter == null) {
      return List.of();
    }
    Map<String, Cause> causes = new LinkedHashMap<>();
    for (var error : store.lists().errors(filter, Filters.ERRORS_MAX)) {
      var workflow = filters.nameOf(error);
      var fingerprint = String.valueOf(Fingerprint.of(workflow, error.error()));
      causes.merge(
          fingerprint,
          new Cause(
              fingerprint,
              workflow,
              error.error(),
              error.runs(),
              error.newest(),
              error.first(),
              error.last()),
          (known, more) -> known.and(error));
    }
    return causes.values().stream()
        .sorted(Comparator.comparingLong(Cause::runs).reversed())
        .limit(limit)
        .toList();
  }

  /** The step that failed in this run; null when no step did. */
  private @Nullable String stepOf(UUID run) {
    String step = null;
    for (var event : RunHistory.of(store, run).map(RunHistory::events).orElse(List.of())) {
      if (event instanceof Event.StepFailed e) {
        step = e.step();
      } else if (event instanceof Event.RunFailed e && e.step() != null) {
        step = e.step();
      }
    }
    return step;
  }
}
