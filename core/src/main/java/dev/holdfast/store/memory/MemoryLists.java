package dev.holdfast.store.memory;

import dev.holdfast.store.DeadLetters;
import dev.holdfast.store.Header;
import dev.holdfast.store.IdPrefix;
import dev.holdfast.store.RunFilter;
import dev.holdfast.store.RunLists;
import dev.holdfast.store.RunPhase;
import dev.holdfast.store.RunQuery;
import dev.holdfast.store.RunStatus;
import dev.holdfast.store.WorkflowRow;
import dev.holdfast.store.Workflows;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Lists over a map of headers: what the other stores are compared with. */
final class MemoryLists implements RunLists {

  private static final Set<RunPhase> FAILING = Set.of(RunPhase.RETRYING, RunPhase.FAILED);

  private final Supplier<List<Header>> headers;
  private final Workflows workflows;
  private final DeadLetters deadLetters;

  MemoryLists(Supplier<List<Header>> headers, Workflows workflows, DeadLetters deadLetters) {
    this.headers = headers;
    this.workflows = workflows;
    this.deadLetters = deadLetters;
  }

  @Override
  public List<Header> find(RunFilter filter, @Nullable UUID before, int limit) {
    return matching(filter)
        .filter(h -> before == null || RunQuery.OLDEST_FIRST.compare(h.id(), before) < 0)
        .sorted(Comparator.comparing(Header::id, RunQuery.OLDEST_FIRST).reversed())
        .limit(limit)
        .toList();
  }

  @Override
  public Map<RunPhase, Long> counts(RunFilter filter, int upTo) {
    Map<RunPhase, Long> counts = new EnumMap<>(RunPhase.class);
    matching(filter).forEach(h -> counts.merge(RunPhase.of(h.state()), 1L, Long::sum));
    counts.replaceAll((phase, n) -> phase.ended() ? Math.min(n, upTo + 1L) : n);
    return counts;
  }

  @Override
  public List<ErrorCount> errors(RunFilter filter, int limit) {
    record Cause(String workflow, @Nullable UUID workflowId, String error) {}
    var causes =
        matching(filter)
            .filter(h -> FAILING.contains(RunPhase.of(h.state())) && h.state().lastError() != null)
            .collect(
                Collectors.groupingBy(
                    h ->
                        new Cause(
                            h.workflow(), h.workflowId(), String.valueOf(h.state().lastError()))));
    return causes.entrySet().stream()
        .map(e -> count(e.getKey().workflow, e.getKey().workflowId, e.getKey().error, e.getValue()))
        .sorted(
            Comparator.comparingLong(ErrorCount::runs)
                .thenComparing(ErrorCount::newest, RunQuery.OLDEST_FIRST)
                .reversed())
        .limit(limit)
        .toList();
  }

  private static ErrorCount count(
      String workflow, @Nullable UUID workflowId, String error, Collection<Header> runs) {
    var times = runs.stream().map(h -> h.state().updatedAt()).sorted().toList();
    var newest = runs.stream().map(Header::id).max(RunQuery.OLDEST_FIRST).orElseThrow();
    return new ErrorCount(
        workflow, workflowId, error, runs.size(), newest, times.getFirst(), times.getLast());
  }

  private Stream<Header> matching(RunFilter f) {
    return headers.get().stream()
        .filter(h -> f.phases().isEmpty() || f.phases().contains(RunPhase.of(h.state())))
        .filter(h -> f.statuses().isEmpty() || f.statuses().contains(statusOf(h)))
        .filter(h -> f.workflow() == null || isNamed(h, f.workflow()))
        .filter(h -> f.workflowId() == null || f.workflowId().equals(h.workflowId()))
        .filter(h -> f.text() == null || mentions(h, f.text()))
        .filter(h -> f.errors().isEmpty() || hasError(h, f.errors()))
        .filter(h -> f.node() == null || f.node().equals(h.state().leasedBy()))
        .filter(h -> f.parent() == null || f.parent().equals(h.parentRun()))
        .filter(h -> f.order() == null || f.order().equals(h.orderId()))
        .filter(h -> f.since() == null || !h.createdAt().isBefore(f.since()))
        .filter(h -> f.priority() == null || f.priority() == h.priority())
        .filter(h -> !f.deadLetters() || isDeadLetter(h));
  }

  private boolean isDeadLetter(Header header) {
    return header.state().status() == RunStatus.FAILED
        && header.parentStep() == null
        && deadLetters.decision(header.id()).isEmpty();
  }

  private static RunFilter.Status statusOf(Header header) {
    return RunFilter.Status.of(header.state());
  }

  private static boolean hasError(Header header, Set<String> errors) {
    var error = header.state().lastError();
    return error != null && errors.contains(error);
  }

  private boolean isNamed(Header header, String name) {
    return header.workflow().equals(name) || name.equals(nameOf(header));
  }

  private @Nullable String nameOf(Header header) {
    var id = header.workflowId();
    return id == null ? null : workflows.find(id).map(WorkflowRow::name).orElse(null);
  }

  private boolean mentions(Header header, String text) {
    return contains(header.key(), text)
        || contains(header.workflow(), text)
        || contains(nameOf(header), text)
        || contains(header.state().lastError(), text)
        || IdPrefix.of(text).map(prefix -> prefix.matches(header.id())).orElse(false);
  }

  private static boolean contains(@Nullable String where, String text) {
    return where != null && where.toLowerCase(Locale.ROOT).contains(text.toLowerCase(Locale.ROOT));
  }
}
