package dev.holdfast.store.memory;

import dev.holdfast.store.Micros;
import dev.holdfast.store.RunQuery;
import dev.holdfast.store.WorkflowRow;
import dev.holdfast.store.Workflows;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Definitions in a map. */
final class MemoryWorkflows implements Workflows {

  private final NavigableMap<UUID, WorkflowRow> rows = new TreeMap<>(RunQuery.OLDEST_FIRST);

  @Override
  public synchronized WorkflowRow add(UUID id, String name, String definition, Instant at) {
    return rows.computeIfAbsent(
        id,
        missing -> {
          int version = newest(name).map(WorkflowRow::version).orElse(0) + 1;
          return new WorkflowRow(id, name, version, definition, Micros.truncate(at));
        });
  }

  @Override
  public synchronized Optional<WorkflowRow> find(UUID id) {
    return Optional.ofNullable(rows.get(id));
  }

  @Override
  public synchronized Optional<WorkflowRow> newest(String name) {
    return rows.values().stream()
        .filter(row -> row.name().equals(name))
        .max(Comparator.comparingInt(WorkflowRow::version));
  }

  @Override
  public synchronized List<WorkflowRow> list(
      @Nullable String name, @Nullable UUID before, int limit) {
    var older = before == null ? rows : rows.headMap(before, false);
    return older.descendingMap().values().stream()
        .filter(row -> name == null || row.name().equals(name))
        .limit(limit)
        .toList();
  }
}
