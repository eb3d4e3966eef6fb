package dev.holdfast.server.api;

import dev.holdfast.server.http.Exchange;
import dev.holdfast.store.RunFilter;
import dev.holdfast.store.RunLists;
import dev.holdfast.store.RunPhase;
import dev.holdfast.store.Store;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Which runs a request is about. Lists, counts, causes and bulk actions ask in the same words. */
final class Filters {

  /** How many different errors are looked at to find those of one cause. */
  static final int ERRORS_MAX = 1_000;

  private final Store store;
  private final Names names;

  Filters(Store store, Names names) {
    this.store = store;
    this.names = names;
  }

  /** The filter, or empty when nothing can match. */
  Optional<RunFilter> of(Exchange exchange) {
    var workflow = exchange.query("workflow").filter(text -> !text.isEmpty());
    var workflowId = workflow.flatMap(Parameters::id);
    var filter =
        new RunFilter(
            Parameters.words(exchange, "phase", RunPhase.class),
            Parameters.words(exchange, "status", RunFilter.Status.class),
            workflowId.isPresent() ? null : workflow.orElse(null),
            workflowId.orElse(null),
            exchange.query("q").filter(text -> !text.isEmpty()).orElse(null),
            Set.of(),
            exchange.query("node").orElse(null),
            Parameters.queryId(exchange, "parent").orElse(null),
            exchange.query("order").orElse(null),
            Parameters.time(exchange, "since").orElse(null));
    var priority = exchange.query("priority").isEmpty() ? null : priority(exchange);
    return withCause(filter.priority(priority), exchange.query("fingerprint").orElse(null));
  }

  private static int priority(Exchange exchange) {
    return (int) Parameters.number(exchange, "priority", 0, Integer.MIN_VALUE, Integer.MAX_VALUE);
  }

  Optional<RunFilter> withCause(RunFilter filter, @Nullable String fingerprint) {
    if (fingerprint == null || fingerprint.isEmpty()) {
      return Optional.of(filter);
    }
    var causes =
        store.lists().errors(filter, ERRORS_MAX).stream()
            .filter(error -> fingerprint.equals(Fingerprint.of(nameOf(error), error.error())))
            .toList();
    if (causes.isEmpty()) {
      return Optional.empty();
    }
    var errors = causes.stream().map(RunLists.ErrorCount::error).collect(Collectors.toSet());
    return Optional.of(filter.workflow(nameOf(causes.getFirst())).errors(errors));
  }

  String nameOf(RunLists.ErrorCount error) {
    UUID id = error.workflowId();
    return id == null
        ? error.workflow()
        : names.find(id).map(row -> row.name()).orElse(error.workflow());
  }
}
